//! Work that is shared out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;

/// Does the first part on this thread and each of the others on one of its own, as far as there can be more threads; this
/// one does the rest. `None` stands for a part whose work has panicked.
pub fn on_threads<P: Send, R: Send>(parts: impl Iterator<Item = P>, work: impl Fn(P) -> R + Sync) -> Vec<Option<R>> {
    let parts: Vec<_> = parts.map(|part| Mutex::new(Some(part))).collect();
    let run = |part: &Mutex<Option<P>>| {
        let part = part.lock().ok()?.take()?;
        catch_unwind(AssertUnwindSafe(|| work(part))).ok()
    };
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    thread::scope(|scope| {
        let help = |part| thread::Builder::new().spawn_scoped(scope, move || run(part));
        let helpers: Vec<_> = others.iter().map(|part| (part, help(part))).collect();
        let mut results = vec![run(first)];
        for (part, helper) in helpers {
            results.push(helper.map_or_else(|_| run(part), |helper| helper.join().ok().flatten()));
        }
        results
    })
}

#[cfg(test)]
mod tests {
    use super::on_threads;

    #[test]
    fn results_are_in_the_order_of_the_parts() {
        let found = on_threads(0..20, |part| if part == 7 { Err("seven") } else { Ok(2 * part) });
        assert_eq!(found.len(), 20);
        assert_eq!(found[7], Some(Err("seven")));
        assert_eq!(found[19], Some(Ok(38)));
        assert!(on_threads(std::iter::empty::<u8>(), |part| part).is_empty());
    }
}
