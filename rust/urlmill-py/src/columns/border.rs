//! What a producer of Arrow says about its memory, looked at before anything relies on it.
//!
//! The interface hands over pointers and numbers. arrow-rs takes them as true, and panics or reads elsewhere if they are not.
//! Here is checked all that can be: that what must be there is there, that numbers fit each other and the type, and that types
//! are not nested without end. How large a buffer really is only its producer knows.

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_data::layout;
use arrow_schema::{DataType, UnionMode};
use std::ffi::{CStr, c_char, c_void};

/// How deep types may be nested: a list of lists counts two.
const DEEPEST: usize = 64;
/// How many fields there may be in all.
const MOST: usize = 1 << 20;
/// How many rows, or bytes: more than any memory holds, few enough that two of them and their bits can be counted.
const LONGEST: usize = isize::MAX as usize / 512;

/// The words for what is wrong.
pub(super) type Checked = Result<(), String>;

/// `ArrowSchema` of the C data interface, whose fields arrow-rs keeps to itself.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *const *const Schema,
    dictionary: *const Schema,
    release: *const c_void,
    private_data: *const c_void,
}

/// `ArrowArray`, likewise.
#[repr(C)]
struct RawArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const c_void,
    children: *const *mut RawArray,
    dictionary: *mut RawArray,
    release: *const c_void,
    private_data: *const c_void,
}

const _: () = assert!(size_of::<Schema>() == size_of::<FFI_ArrowSchema>());
const _: () = assert!(size_of::<RawArray>() == size_of::<FFI_ArrowArray>());

/// Whether a type can be read from `schema`.
///
/// # Safety
/// It is what the C data interface says: pointers that are not null point to what they name.
pub(super) unsafe fn check_schema(schema: &FFI_ArrowSchema) -> Checked {
    let schema = std::ptr::from_ref(schema).cast::<Schema>();
    // SAFETY: both are the structure of the interface; the rest is what this function asks for.
    unsafe {
        if (*schema).release.is_null() {
            return Err("its schema was taken before".to_owned());
        }
        check_field(schema, DEEPEST, &mut { MOST })
    }
}

/// # Safety
/// As for [`check_schema`].
unsafe fn check_field(schema: *const Schema, depth: usize, fields: &mut usize) -> Checked {
    // SAFETY: what this function asks for.
    let Some(schema) = (unsafe { schema.as_ref() }) else {
        return Err("a field of its schema is missing".to_owned());
    };
    if depth == 0 {
        return Err(format!("its type is nested more than {DEEPEST} deep"));
    }
    *fields = fields.checked_sub(1).ok_or_else(|| format!("its type has more than {MOST} fields"))?;
    // SAFETY: texts of the interface end with a zero.
    let (format, name) = unsafe { (text(schema.format)?, text(schema.name)?) };
    let Some(format) = format else { return Err("a field of its schema has no format".to_owned()) };
    let name = name.unwrap_or_default();
    let children = count(schema.n_children, "children")?;
    let wanted = match format.as_bytes() {
        [b'+', b'l' | b'L' | b'm' | b'w', ..] | [b'+', b'v', b'l' | b'L', ..] => Some(1),
        [b'+', b'r', ..] => Some(2),
        _ => None,
    };
    if wanted.is_some_and(|wanted| wanted != children) {
        return Err(format!("its field {name:?} of the format {format:?} has {children} children"));
    }
    if children > 0 && schema.children.is_null() {
        return Err(format!("the children of its field {name:?} are missing"));
    }
    for index in 0..children {
        // SAFETY: there are so many pointers, and each is checked.
        unsafe { check_field(schema.children.add(index).read_unaligned(), depth - 1, fields)? };
    }
    if !schema.dictionary.is_null() {
        // SAFETY: as above.
        unsafe { check_field(schema.dictionary, depth - 1, fields)? };
    }
    Ok(())
}

/// # Safety
/// It is null, or ends with a zero.
unsafe fn text<'a>(text: *const c_char) -> Result<Option<&'a str>, String> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: what this function asks for.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some).map_err(|_| "a name or a format in its schema is not UTF-8".to_owned())
}

fn count(given: i64, what: &str) -> Result<usize, String> {
    usize::try_from(given).ok().filter(|&given| given <= LONGEST).ok_or_else(|| format!("it has {given} {what}"))
}

/// Whether `array` has what an array of this type needs. How many nulls it has is counted anew when it is taken over.
///
/// # Safety
/// As for [`check_schema`], and it was not released.
pub(super) unsafe fn check_array(array: &mut FFI_ArrowArray, kind: &DataType) -> Checked {
    // SAFETY: both are the structure of the interface; the rest is what this function asks for.
    unsafe { check_level(std::ptr::from_mut(array).cast(), kind, 0) }
}

/// The same for an array of at least so many rows.
///
/// # Safety
/// As for [`check_array`].
unsafe fn check_level(array: *mut RawArray, kind: &DataType, least: usize) -> Checked {
    // SAFETY: what this function asks for.
    let Some(array) = (unsafe { array.as_mut() }) else {
        return Err(format!("an array of {kind} within it is missing"));
    };
    let (before, rows) = (count(array.offset, "rows before its first")?, count(array.length, "rows")?);
    if rows < least {
        return Err(format!("an array of {kind} within it has {rows} rows and not {least}"));
    }
    let end = before + rows;
    array.null_count = -1;
    // SAFETY: as above.
    unsafe {
        check_buffers(array, kind, before, end)?;
        check_children(array, kind, end)?;
    }
    match (kind, array.dictionary.is_null()) {
        // SAFETY: as above.
        (DataType::Dictionary(_, values), false) => unsafe { check_level(array.dictionary, values, 0) },
        (DataType::Dictionary(..), true) => Err(format!("the values of {kind} are missing")),
        (_, false) => Err(format!("there is a dictionary beside {kind}")),
        (_, true) => Ok(()),
    }
}

/// # Safety
/// As for [`check_array`].
unsafe fn check_buffers(array: &mut RawArray, kind: &DataType, first: usize, end: usize) -> Checked {
    if let DataType::FixedSizeBinary(size) | DataType::FixedSizeList(_, size) = kind
        && *size < 0
    {
        return Err(format!("there are no values of {kind}"));
    }
    if *kind == DataType::Null {
        // SAFETY: what this function asks for.
        return unsafe { check_no_buffers(array) };
    }
    let layout = layout(kind);
    let fixed = layout.buffers.len() + usize::from(layout.can_contain_null_mask);
    let buffers = count(array.n_buffers, "buffers")?;
    // Those of views are followed by one with their lengths.
    if if layout.variadic { buffers <= fixed } else { buffers != fixed } {
        return Err(format!("an array of {kind} has {buffers} buffers"));
    }
    if buffers > 0 && array.buffers.is_null() {
        return Err(format!("the buffers of {kind} are missing"));
    }
    // SAFETY: there are so many pointers.
    let buffer = |index: usize| unsafe { array.buffers.add(index).read_unaligned() };
    if layout.variadic && buffers > fixed + 1 {
        let lengths = buffer(buffers - 1).cast::<i64>();
        if lengths.is_null() || !lengths.is_aligned() {
            return Err(format!("the lengths of the buffers of {kind} are missing"));
        }
        for index in 0..buffers - fixed - 1 {
            // SAFETY: there is a length for each buffer.
            let length = count(unsafe { *lengths.add(index) }, "bytes in a buffer")?;
            if length > 0 && buffer(fixed + index).is_null() {
                return Err(format!("a buffer of {kind} is missing"));
            }
        }
    }
    // SAFETY: the second buffer of these has an offset more than there are rows.
    unsafe {
        match kind {
            DataType::Utf8 | DataType::Binary | DataType::List(_) | DataType::Map(..) => {
                check_ends(buffer(1).cast::<i32>(), first, end, kind)
            }
            DataType::LargeUtf8 | DataType::LargeBinary | DataType::LargeList(_) => {
                check_ends(buffer(1).cast::<i64>(), first, end, kind)
            }
            _ => Ok(()),
        }
    }
}

/// An array of nulls has no buffers. Polars says that it has one, and that it is nowhere; arrow-rs would stumble over it, so it
/// is told of none. Whoever released the array by that number would have had nothing to free.
///
/// # Safety
/// As for [`check_array`].
unsafe fn check_no_buffers(array: &mut RawArray) -> Checked {
    match count(array.n_buffers, "buffers")? {
        0 => return Ok(()),
        // SAFETY: there is one pointer.
        1 if array.buffers.is_null() || unsafe { array.buffers.read_unaligned() }.is_null() => {}
        buffers => return Err(format!("an array of {} has {buffers} buffers", DataType::Null)),
    }
    array.n_buffers = 0;
    Ok(())
}

/// The first and the last offset, from which follows how large the buffer is that they point into.
///
/// # Safety
/// It is null, or there are so many.
unsafe fn check_ends<O: Copy + Into<i64>>(offsets: *const O, first: usize, end: usize, kind: &DataType) -> Checked {
    if offsets.is_null() {
        // Where there are no rows, nothing is read.
        return if end == 0 { Ok(()) } else { Err(format!("the offsets of {kind} are missing")) };
    }
    if !offsets.is_aligned() {
        return Err(format!("the offsets of {kind} do not begin at a multiple of their size"));
    }
    // SAFETY: what this function asks for.
    let (first, last): (i64, i64) = unsafe { ((*offsets.add(first)).into(), (*offsets.add(end)).into()) };
    if first < 0 || last < first || count(last, "bytes").is_err() {
        return Err(format!("the offsets of {kind} begin with {first} and end with {last}"));
    }
    Ok(())
}

/// # Safety
/// As for [`check_array`].
unsafe fn check_children(array: &RawArray, kind: &DataType, end: usize) -> Checked {
    let children: Vec<(&DataType, usize)> = match kind {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::Map(field, _) => vec![(field.data_type(), 0)],
        DataType::FixedSizeList(field, size) => {
            let least = usize::try_from(*size).ok().and_then(|size| end.checked_mul(size));
            vec![(field.data_type(), least.ok_or_else(|| format!("{end} rows of {kind} are too many"))?)]
        }
        DataType::Struct(fields) => fields.iter().map(|field| (field.data_type(), end)).collect(),
        DataType::Union(fields, mode) => {
            let least = if *mode == UnionMode::Sparse { end } else { 0 };
            fields.iter().map(|(_, field)| (field.data_type(), least)).collect()
        }
        DataType::RunEndEncoded(ends, values) => vec![(ends.data_type(), 0), (values.data_type(), 0)],
        _ => Vec::new(),
    };
    if count(array.n_children, "children")? != children.len() {
        return Err(format!("an array of {kind} has {} children", array.n_children));
    }
    if !children.is_empty() && array.children.is_null() {
        return Err(format!("the children of {kind} are missing"));
    }
    for (index, (kind, least)) in children.into_iter().enumerate() {
        // SAFETY: there are so many pointers, and each is checked.
        unsafe { check_level(array.children.add(index).read_unaligned(), kind, least)? };
    }
    Ok(())
}
