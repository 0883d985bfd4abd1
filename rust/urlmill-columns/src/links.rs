//! The links of many pages, as columns.

use crate::chunk::Chunk;
use crate::column::{Column, TextColumn, nulls};
use crate::join::Bases;
use crate::memory::{packed, probe, reserve};
use crate::side::{Side, Sides};
use crate::split::Stop;
use arrow_array::{BooleanArray, PrimitiveArray};
use arrow_buffer::{BooleanBuffer, Buffer as ArrowBuffer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use urlmill_core::links::{Link, Links, TooMuch, links};
use urlmill_core::suffix::{Found, find};
use urlmill_core::threads::on_threads;
use urlmill_core::web::{self, Base};
use urlmill_core::{Buffer, Fault, Offsets, Span};

/// What pages are read for.
#[derive(Debug)]
pub struct LinkRequest<'a> {
    /// Where each page is from; its links are seen from there, or from its `<base>`.
    pub urls: &'a Bases,
    /// Those whose URLs have other schemes are left out; `None` keeps all, also what leads nowhere.
    pub schemes: Option<&'a [String]>,
    /// As many as there are processors, if not given.
    pub threads: Option<usize>,
}

/// The columns of the links of all pages, in order; a batch for each thread. They are, in this order: the row of the page,
/// the href, the text as written, tag, attribute, `rel`, the text of the anchor, whether robots shall not follow, whether it
/// is of the site of the page, the position in octets of the page, and the code of what is wrong where there is no href.
///
/// # Errors
/// Those of [`Stop`]; [`Stop::Interrupted`] once `may_go_on` says no.
pub fn page_links(
    pages: &[Chunk],
    request: &LinkRequest<'_>,
    may_go_on: impl Fn() -> bool + Sync,
) -> Result<Vec<Vec<Column>>, Stop> {
    pages.iter().try_for_each(Chunk::check)?;
    let mut rows = Vec::new();
    let mut first = 0;
    for chunk in pages {
        let present = if chunk.is_all_null() { 0 } else { chunk.len() };
        for (row, page) in (0..present).filter_map(|row| Some((first + row, chunk.octets(row)?))) {
            reserve(&mut rows, 1)?;
            rows.push((row, page));
        }
        first += chunk.len();
    }
    let parts = shared_out(&rows, threads_for(request.threads, &rows));
    let is_stopped = AtomicBool::new(false);
    let go_on = || !is_stopped.load(Ordering::Relaxed) && may_go_on();
    let batches = on_threads(parts.into_iter(), |part| {
        let made = batch(part, request, go_on);
        is_stopped.fetch_or(made.is_err(), Ordering::Relaxed);
        made
    });
    batches.into_iter().map(|made| made.unwrap_or(Err(Stop::Panicked))).collect()
}

fn threads_for(wanted: Option<usize>, pages: &[Page<'_>]) -> usize {
    // To begin a thread, or to ask for the number of processors, takes longer than to read small pages.
    const FEW: usize = 1 << 18;
    if pages.iter().map(|(_, page)| page.len()).sum::<usize>() < FEW {
        return 1;
    }
    let wanted = wanted.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    wanted.clamp(1, pages.len())
}

/// The number of its row, and its octets: UTF-8 for the most part.
type Page<'a> = (usize, &'a [u8]);

/// So many parts of about the same length in octets.
fn shared_out<'a, 'b>(rows: &'a [Page<'b>], parts: usize) -> Vec<&'a [Page<'b>]> {
    let all: usize = rows.iter().map(|(_, text)| text.len() + 1).sum();
    let mut left = rows;
    let mut shares = Vec::with_capacity(parts);
    for others in (0..parts).rev() {
        let wanted = all / parts;
        let mut octets = 0;
        let enough = left.iter().position(|(_, text)| {
            octets += text.len() + 1;
            octets >= wanted
        });
        let count = if others == 0 { left.len() } else { enough.map_or(left.len(), |last| last + 1) };
        let (share, rest) = left.split_at(count);
        shares.push(share);
        left = rest;
    }
    shares
}

/// A long base would be a part of the URL of every link, and those of a page take the square of its room. So they may take
/// so much, and so many times the room of the page; what comes after that has no href.
const ROOM: usize = 1 << 26;
const TIMES: usize = 16;
/// The code of those.
const TOO_LONG: &str = "too-long";

/// A column of text in the making.
struct Written {
    views: Vec<u128>,
    is_present: Vec<bool>,
}

impl Written {
    const fn new() -> Self {
        Self { views: Vec::new(), is_present: Vec::new() }
    }

    fn push(&mut self, text: Option<&[u8]>, side: &mut Side<'_>) -> Result<(), Stop> {
        reserve(&mut self.views, 1)?;
        reserve(&mut self.is_present, 1)?;
        self.views.push(text.map_or(Ok(0), |text| side.store(text))?);
        self.is_present.push(text.is_some());
        Ok(())
    }

    fn finish(self, sides: Sides) -> Result<Column, Stop> {
        let rows = self.views.len();
        let nulls = nulls(self.is_present.into_iter(), rows)?;
        let views = ArrowBuffer::from_vec(self.views).into();
        Ok(Column::Text(TextColumn { views, buffers: sides.beside(&[])?, nulls }))
    }
}

/// href, text, tag, attribute, `rel`, anchor, code.
const TEXTS: usize = 7;

struct Batch<'a> {
    request: &'a LinkRequest<'a>,
    texts: [Written; TEXTS],
    pages: Vec<u64>,
    positions: Vec<u64>,
    is_nofollow: Vec<bool>,
    is_same_site: Vec<bool>,
}

fn batch(pages: &[Page<'_>], request: &LinkRequest<'_>, may_go_on: impl Fn() -> bool) -> Result<Vec<Column>, Stop> {
    let mut batch = Batch {
        request,
        texts: [const { Written::new() }; TEXTS],
        pages: Vec::new(),
        positions: Vec::new(),
        is_nofollow: Vec::new(),
        is_same_site: Vec::new(),
    };
    let mut sides: Vec<_> = (0..TEXTS).map(|_| Sides::new(1)).collect::<Result<_, _>>()?;
    {
        let mut open: Vec<_> = sides.iter_mut().filter_map(|sides| sides.each(0).next()).collect();
        for (row, page) in pages {
            if !may_go_on() {
                return Err(Stop::Interrupted);
            }
            batch.add(*row, page, &mut open)?;
        }
    }
    batch.finish(sides)
}

impl Batch<'_> {
    fn add(&mut self, row: usize, page: &[u8], sides: &mut [Side<'_>]) -> Result<(), Stop> {
        if std::str::from_utf8(page).is_err() {
            probe(6 * page.len())?; // what is read as U+FFFD takes three octets, and the text may have to move as it grows
        }
        let page = String::from_utf8_lossy(page);
        let Links { links, base, text } = links(&page).map_err(|TooMuch| Stop::Memory)?;
        let (mut url, mut nearer) = (Buffer::new(), Buffer::new());
        let of_page = match self.request.urls.of(row) {
            Some(text) => known(web::parse(text, None, &mut url))?,
            None => None,
        };
        let mut from = of_page.map(|offsets| Base { href: &url, offsets });
        if let Some(base) = base
            && let Some(offsets) = known(web::parse(base.of(&text), from.as_ref(), &mut nearer))?
            // HTML does not let those be a base.
            && !matches!(offsets.scheme().map(|span| span.of(&nearer)), Some(b"data" | b"javascript"))
        {
            from = Some(Base { href: &nearer, offsets });
        }
        let site = of_page.map(|offsets| Site::of(&url, offsets));
        let mut href = Buffer::new();
        let mut left = ROOM.saturating_add(page.len().saturating_mul(TIMES));
        for link in &links {
            href.clear();
            let found = if left == 0 { None } else { Some(web::parse(link.url.of(&text), from.as_ref(), &mut href)) };
            if found == Some(Err(web::NO_MEMORY)) {
                return Err(Stop::Memory);
            }
            left = left.saturating_sub(href.len() + from.as_ref().map_or(0, |base| base.href.len()));
            let found = found.map_or(Err(TOO_LONG), |found| found.map_err(|fault| fault.code.name()));
            if self.is_wanted(&href, found) {
                let is_same_site = found.ok().zip(site).is_some_and(|(offsets, site)| site.is_that_of(&href, offsets));
                self.push(row, link, &text, (&href, found), is_same_site, sides)?;
            }
        }
        Ok(())
    }

    fn is_wanted(&self, href: &[u8], found: Result<Offsets, &str>) -> bool {
        self.request.schemes.is_none_or(|schemes| {
            let scheme = found.ok().and_then(|offsets| offsets.scheme()).map(|span| span.of(href));
            scheme.is_some_and(|scheme| schemes.iter().any(|wanted| wanted.as_bytes() == scheme))
        })
    }

    fn push(
        &mut self,
        row: usize,
        link: &Link,
        text: &[u8],
        (href, found): (&[u8], Result<Offsets, &str>),
        is_same_site: bool,
        sides: &mut [Side<'_>],
    ) -> Result<(), Stop> {
        let written = |span: Span| span.of(text);
        let values = [
            found.is_ok().then_some(href),
            Some(written(link.url)),
            Some(link.tag.as_bytes()),
            Some(link.attribute.as_bytes()),
            link.rel.map(written),
            link.anchor.map(written),
            found.err().map(str::as_bytes),
        ];
        for ((texts, value), side) in self.texts.iter_mut().zip(values).zip(sides) {
            texts.push(value, side)?;
        }
        reserve(&mut self.pages, 1)?;
        self.pages.push(row as u64);
        reserve(&mut self.positions, 1)?;
        self.positions.push(link.position as u64);
        reserve(&mut self.is_nofollow, 1)?;
        self.is_nofollow.push(link.is_nofollow);
        reserve(&mut self.is_same_site, 1)?;
        self.is_same_site.push(is_same_site);
        Ok(())
    }

    fn finish(self, sides: Vec<Sides>) -> Result<Vec<Column>, Stop> {
        let rows = self.pages.len();
        let flags = |values: Vec<bool>| {
            let bits = ArrowBuffer::from_vec(packed(values, rows)?);
            Ok::<_, Stop>(Column::Bool(BooleanArray::new(BooleanBuffer::new(bits, 0, rows), None)))
        };
        let numbers = |values: Vec<u64>| Column::UInt64(PrimitiveArray::new(values.into(), None));
        let mut columns = vec![numbers(self.pages)];
        for (texts, sides) in self.texts.into_iter().zip(sides) {
            columns.push(texts.finish(sides)?);
        }
        let Some(code) = columns.pop() else { return Ok(columns) };
        columns.extend([flags(self.is_nofollow)?, flags(self.is_same_site)?, numbers(self.positions), code]);
        Ok(columns)
    }
}

/// `None` if it is refused.
fn known(found: Result<Offsets, Fault>) -> Result<Option<Offsets>, Stop> {
    if found == Err(web::NO_MEMORY) { Err(Stop::Memory) } else { Ok(found.ok()) }
}

/// What a page is of: its scheme, with the registrable domain of its host, or that host.
#[derive(Clone, Copy)]
struct Site<'a> {
    scheme: &'a [u8],
    host: &'a [u8],
    domain: Option<&'a [u8]>,
}

impl<'a> Site<'a> {
    fn of(href: &'a [u8], offsets: Offsets) -> Self {
        let scheme = offsets.scheme().map_or(&b""[..], |span| span.of(href));
        let host = offsets.host().map_or(&b""[..], |span| span.of(href));
        let domain = find(host, true).ok().flatten().and_then(|Found { domain, .. }| domain);
        Self { scheme, host, domain: domain.map(|span| span.of(host)) }
    }

    fn is_that_of(self, href: &[u8], offsets: Offsets) -> bool {
        const WITH_SITES: [&[u8]; 5] = [b"http", b"https", b"ws", b"wss", b"ftp"];
        if !WITH_SITES.contains(&self.scheme) || offsets.scheme().map(|span| span.of(href)) != Some(self.scheme) {
            return false;
        }
        let Some(host) = offsets.host().map(|span| span.of(href)) else { return false };
        let is_alike = || self.host.ends_with(b".") == host.ends_with(b".");
        host == self.host || (self.domain.is_some() && is_alike() && Site::of(href, offsets).domain == self.domain)
    }
}
