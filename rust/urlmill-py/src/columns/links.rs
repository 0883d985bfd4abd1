//! The links of HTML pages as columns.

use super::table::with_rows;
use super::wanted::bases_from;
use super::{Failure, Table, Texts, array, finished, may_go_on};
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use urlmill_columns::{LinkRequest, page_links};

/// The links of pages, a row for each; ``urls`` says where the pages are from: one text, or a text for each. Links of other
/// schemes than these are left out.
#[pyfunction]
#[pyo3(signature = (pages, urls, schemes=None, threads=None, /))]
#[expect(clippy::needless_pass_by_value, reason = "taken out of Python objects")]
pub(crate) fn read_links(
    pages: &Bound<'_, Texts>,
    urls: &Bound<'_, PyAny>,
    schemes: Option<Vec<String>>,
    threads: Option<usize>,
) -> PyResult<Table> {
    let urls = bases_from(urls)?;
    let request = LinkRequest { urls: &urls, schemes: schemes.as_deref(), threads };
    let chunks = &pages.get().chunks;
    let (last, interrupted) = (Mutex::new(Instant::now()), Mutex::new(None));
    let result = pages.py().detach(|| {
        let batches = page_links(chunks, &request, || may_go_on(&last, &interrupted)).map_err(Failure::Stop)?;
        let schema = Arc::new(schema());
        let batches = batches.into_iter().map(|columns| {
            let rows = columns.first().map_or(0, urlmill_columns::Column::rows);
            with_rows(&schema, columns.into_iter().map(array).collect::<PyResult<_>>()?, rows)
        });
        let batches = batches.collect::<PyResult<_>>().map_err(Failure::Python)?;
        Ok(Table::new(schema.clone(), batches))
    });
    finished(result, &interrupted, &Mutex::new(None))
}

fn schema() -> Schema {
    let text = |name| Field::new(name, DataType::Utf8View, true);
    let flag = |name| Field::new(name, DataType::Boolean, false);
    let number = |name| Field::new(name, DataType::UInt64, false);
    Schema::new(vec![
        number("page"),
        text("href"),
        text("written"),
        text("tag"),
        text("attribute"),
        text("rel"),
        text("anchor"),
        flag("nofollow"),
        flag("same_site"),
        number("position"),
        text("error"),
    ])
}
