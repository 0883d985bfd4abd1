//! How long URLs take as browsers read them, beside Ada and the `url` crate, in one run:
//!
//! ```text
//! cargo run --release --manifest-path rust/bench-web/Cargo.toml -- FILE...
//! ```
//!
//! Each file has a URL a line. They are read ten thousand at a time; the contenders take turns, and the best turn of each
//! counts: what disturbs one only makes it slower.

use std::hint::black_box;
use std::time::Instant;
use urlmill_core::{Buffer, web};

const TURNS: usize = 25;
const PART: usize = 10_000;

/// What is measured: its name, and how many of the URLs it takes.
type Contender = (&'static str, fn(&[&str]) -> usize);

const CONTENDERS: [Contender; 7] = [
    ("urlmill settled", |urls| count(urls, |url| web::settled(url.as_bytes()))),
    ("urlmill parse", |urls| count(urls, parse)),
    ("urlmill can_parse", |urls| count(urls, |url| web::can_parse(url.as_bytes(), None).then_some(()))),
    ("ada-url parse", |urls| count(urls, |url| ada_url::Url::parse(url, None).ok())),
    ("ada-url can_parse", |urls| count(urls, |url| ada_url::Url::can_parse(url, None).then_some(()))),
    ("url parse", |urls| count(urls, |url| url::Url::parse(url).ok())),
    ("urlmill parse, without its fast path", |urls| count(urls, slowly)),
];

fn parse(url: &str) -> Option<urlmill_core::Offsets> {
    let mut out = Buffer::new();
    web::parse(url.as_bytes(), None, &mut out).ok().inspect(|_| _ = black_box(&out))
}

/// No text with a space in front takes the fast path. To put it there is a part of what is measured.
fn slowly(url: &str) -> Option<urlmill_core::Offsets> {
    let (mut spaced, mut out) = (Buffer::new(), Buffer::new());
    spaced.push(b' ');
    spaced.extend_from_slice(url.as_bytes());
    web::parse(&spaced, None, &mut out).ok().inspect(|_| _ = black_box(&out))
}

fn count<T>(urls: &[&str], read: impl Fn(&str) -> Option<T>) -> usize {
    urls.iter().filter(|url| black_box(read(black_box(url))).is_some()).count()
}

fn main() {
    for file in std::env::args().skip(1) {
        let text = match std::fs::read(&file) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(error) => {
                eprintln!("{file}: {error}");
                std::process::exit(1);
            }
        };
        measure(&file, &text.lines().collect::<Vec<_>>());
    }
}

fn measure(file: &str, urls: &[&str]) {
    println!("{file}: {} URLs", urls.len());
    let mut sums = [(0, 0); CONTENDERS.len()];
    for part in urls.chunks(PART) {
        let mut best = [(u128::MAX, 0); CONTENDERS.len()];
        for _ in 0..TURNS {
            for ((_, run), best) in CONTENDERS.iter().zip(&mut best) {
                let start = Instant::now();
                let taken = run(part);
                *best = (best.0.min(start.elapsed().as_nanos()), taken);
            }
        }
        for (sum, best) in sums.iter_mut().zip(best) {
            *sum = (sum.0 + best.0, sum.1 + best.1);
        }
    }
    for ((name, _), (nanoseconds, taken)) in CONTENDERS.iter().zip(sums) {
        println!("{:8.1} ns  {taken:8} taken  {name}", nanoseconds as f64 / urls.len() as f64);
    }
}
