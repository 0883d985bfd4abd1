//! The work, cut into tasks that any number of threads take one after the other.
//!
//! The threads are made for the call and end with it. A pool would save some microseconds a call, but its threads would
//! not be there after a fork, and programs that fork are common in Python. What a task is depends on the input alone, so
//! the result is the same whatever the number of threads.

use crate::block::{BLOCK, Reader};
use crate::chunk::Chunk;
use crate::column::Column;
use crate::field::{Field, Kind, Needs};
use crate::memory::{reserve, with_room};
use crate::out::Out;
use crate::rules::{Classes, Profile, Schemes};
use crate::source::Source;
use crate::store::Store;
use arrow_array::StringArray;
use arrow_schema::{ArrowError, DataType};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// What is asked for.
pub struct Request<'a> {
    /// Which columns.
    pub fields: &'a [Field<'a>],
    /// How the rows are read.
    pub profile: Profile,
    /// How many threads may work, the caller's included; default: as many as there are processors.
    pub threads: Option<usize>,
    /// What is known of the schemes.
    pub schemes: &'a Schemes,
    /// Who knows the rest.
    pub classes: &'a dyn Classes,
    /// The names of the codes, by number.
    pub codes: &'a (dyn Fn() -> Vec<String> + Sync),
    /// Asked now and then, by the caller's thread alone.
    pub may_go_on: &'a dyn Fn() -> bool,
    /// Shown the memory of each column of text before it is written to. To get it from the system, page by page, may take
    /// longer than all the work, and the system can be told so.
    pub prepare: &'a dyn Fn(&[u128]),
}

/// Why there is no result.
#[derive(Debug)]
pub enum Stop {
    /// The column holds something else than text.
    Type(DataType),
    /// The row has more than 2 GiB, which no view can point to.
    TooLong {
        /// Counted within its chunk.
        row: usize,
    },
    /// It does not fit its own buffers.
    Malformed,
    /// A field of this name is of another profile than the one that is asked for.
    Profile(&'static str),
    /// A row of text is not UTF-8.
    NotText {
        /// Counted within its chunk.
        row: usize,
    },
    /// There is not as much memory as the result would take.
    Memory,
    /// A row that had to change has become longer than 2 GiB, or there are more than 2^31 items.
    TooMuch,
    /// The caller did not want to go on.
    Interrupted,
    /// A class has raised an error, and keeps it.
    Class,
    /// A thread has panicked.
    Panicked,
    /// Arrow did not take what was made for it.
    Arrow(ArrowError),
}

impl From<ArrowError> for Stop {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}

/// A task has this many rows: enough that taking one costs nothing, few enough that the last ones are shared fairly.
pub(crate) const TASK: usize = 32 * 1024;
const _: () = assert!(TASK.is_multiple_of(BLOCK) && BLOCK.is_multiple_of(64));

struct Task<'a> {
    source: &'a Source,
    /// The number of the source's first row among those of all.
    before: usize,
    /// The task's first row, counted within the source.
    first: usize,
    count: usize,
    outs: Vec<Out<'a>>,
}

/// The columns of each chunk.
///
/// # Errors
/// See [`Stop`].
pub fn split(chunks: &[Chunk], request: &Request<'_>) -> Result<Vec<Vec<Column>>, Stop> {
    if request.profile != Profile::Web
        && let Some(field) = request.fields.iter().find(|field| field.is_of_web())
    {
        return Err(Stop::Profile(field.name()));
    }
    let expanded: Vec<Chunk>;
    let mut chunks = chunks;
    if request.fields.iter().any(|field| field.needs_each_row()) {
        expanded = chunks.iter().map(Chunk::expanded).collect::<Result<_, _>>()?;
        chunks = &expanded;
    }
    let mut stores: Vec<Vec<Store>> = chunks
        .iter()
        .map(|chunk| request.fields.iter().map(|&field| Store::new(field, &chunk.source)).collect())
        .collect::<Result<_, _>>()?;
    for store in stores.iter().flatten() {
        if let Store::Text { views, .. } = store {
            (request.prepare)(views);
        }
    }
    run(tasks(chunks.iter().map(|chunk| &chunk.source), &mut stores)?, request)?;

    // In the order of the alphabet, so that it does not matter which thread was the first to meet a code.
    let has_codes = request.fields.iter().any(|field| field.kind() == Kind::Code);
    let codes = if has_codes { (request.codes)() } else { Vec::new() };
    let mut order: Vec<usize> = (0..codes.len()).collect();
    order.sort_by_key(|&number| &codes[number]);
    let mut places = vec![0; codes.len()];
    for (place, &number) in order.iter().enumerate() {
        places[number] = place as i16;
    }
    let names = Arc::new(StringArray::from_iter_values(order.iter().map(|&number| &codes[number])));

    let mut found = Vec::with_capacity(chunks.len());
    for (Chunk { source, keys }, stores) in chunks.iter().zip(stores) {
        let columns = stores.into_iter().map(|store| {
            let column = store.finish(source, &names, &places)?;
            Ok(match keys {
                Some(keys) => column.taken(keys)?,
                None => column,
            })
        });
        found.push(columns.collect::<Result<_, Stop>>()?);
    }
    Ok(found)
}

impl Request<'_> {
    pub(crate) fn wants_faults(&self) -> bool {
        self.profile == Profile::Refusing
            || self.fields.iter().any(|field| matches!(field, Field::Error | Field::ErrorAt))
    }
}

fn tasks<'a>(sources: impl Iterator<Item = &'a Source>, stores: &'a mut [Vec<Store>]) -> Result<Vec<Task<'a>>, Stop> {
    let mut tasks = Vec::new();
    let mut before = 0;
    for (source, stores) in sources.zip(stores) {
        let rows = source.len();
        // Nulls stay what they are, however many there are, but for lists, which count them.
        if source.is_all_null() && !stores.iter().any(|store| matches!(store, Store::Items { .. })) {
            before += rows;
            continue;
        }
        let count = rows.div_ceil(TASK);
        let mut outs: Vec<Vec<Out<'a>>> = with_room(count)?;
        for _ in 0..count {
            outs.push(with_room(stores.len())?);
        }
        for store in stores {
            for (outs, out) in outs.iter_mut().zip(store.outs(source.buffers.len(), count)?) {
                outs.push(out);
            }
        }
        reserve(&mut tasks, count)?;
        tasks.extend(outs.into_iter().enumerate().map(|(index, outs)| {
            let first = index * TASK;
            Task { source, before, first, count: TASK.min(rows - first), outs }
        }));
        before += rows;
    }
    Ok(tasks)
}

fn run(tasks: Vec<Task<'_>>, request: &Request<'_>) -> Result<(), Stop> {
    let helpers = match (tasks.len(), request.threads) {
        // To ask for the number of processors takes longer than a task.
        (0 | 1, _) => 0,
        (tasks, Some(threads)) => threads.min(tasks).saturating_sub(1),
        (tasks, None) => thread::available_parallelism().map_or(1, Into::into).min(tasks) - 1,
    };
    let queue = Queue { tasks: Mutex::new(tasks.into_iter()), is_stopped: AtomicBool::new(false) };
    // What helpers may not touch is left out of what they see.
    let (fields, classes) = (request.fields, request.classes);
    let (profile, schemes, wants_faults) = (request.profile, request.schemes, request.wants_faults());
    let needs = fields.iter().map(|field| field.needs()).max().unwrap_or(Needs::Nothing);
    let reading = Reading { profile, schemes, classes, wants_faults, needs };
    thread::scope(|scope| {
        let help = || thread::Builder::new().spawn_scoped(scope, || queue.work(fields, &reading, || true));
        // Where there can be no more threads, those that there are do the work.
        let handles: Vec<_> = (0..helpers).map_while(|_| help().ok()).collect();
        let own = AssertUnwindSafe(|| queue.work(fields, &reading, request.may_go_on));
        let mut result = catch_unwind(own).unwrap_or(Err(Stop::Panicked));
        if result.is_err() {
            queue.is_stopped.store(true, Ordering::Relaxed);
        }
        for handle in handles {
            result = result.and(handle.join().unwrap_or(Err(Stop::Panicked)));
        }
        result
    })
}

/// How a block is read.
pub(crate) struct Reading<'a> {
    pub(crate) profile: Profile,
    pub(crate) schemes: &'a Schemes,
    pub(crate) classes: &'a dyn Classes,
    pub(crate) wants_faults: bool,
    pub(crate) needs: Needs,
}

struct Queue<'a> {
    tasks: Mutex<std::vec::IntoIter<Task<'a>>>,
    is_stopped: AtomicBool,
}

impl<'a> Queue<'a> {
    fn next(&self) -> Option<Task<'a>> {
        if self.is_stopped.load(Ordering::Relaxed) {
            return None;
        }
        self.tasks.lock().ok()?.next()
    }

    fn work(&self, fields: &[Field<'_>], reading: &Reading<'_>, may_go_on: impl Fn() -> bool) -> Result<(), Stop> {
        let mut reader = Reader::default();
        while let Some(mut task) = self.next() {
            let done = task.run(fields, reading, &mut reader, &self.is_stopped, &may_go_on);
            if done.is_err() {
                self.is_stopped.store(true, Ordering::Relaxed);
                return done;
            }
        }
        Ok(())
    }
}

impl<'a> Task<'a> {
    fn run(
        &mut self,
        fields: &[Field<'_>],
        reading: &Reading<'_>,
        reader: &mut Reader<'a>,
        is_stopped: &AtomicBool,
        may_go_on: impl Fn() -> bool,
    ) -> Result<(), Stop> {
        if self.source.is_all_null() {
            return self.outs.iter_mut().try_for_each(|out| out.leave_null(self.count));
        }
        // Asked for each block: where a class is asked about every row, a whole task takes seconds.
        for at in (0..self.count).step_by(BLOCK) {
            if is_stopped.load(Ordering::Relaxed) {
                return Ok(()); // the thread that has stopped says why
            }
            reader.fill(self.source, self.first + at, BLOCK.min(self.count - at), reading)?;
            let mut moved = Vec::new();
            let block = reader.block(self.before + self.first + at, &mut moved)?;
            for (&field, out) in fields.iter().zip(&mut self.outs) {
                out.write(field, &block, at, reading)?;
            }
            if !may_go_on() {
                return Err(Stop::Interrupted);
            }
        }
        Ok(())
    }
}
