//! Which attributes of which tags have links.

/// What an attribute holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// A URL.
    Url,
    /// Those of a `srcset`.
    Urls,
    /// What all other URLs of the page are seen from.
    Base,
    /// What the link is to the page.
    Rel,
    /// Of a `meta`: what it is about.
    Name,
    /// Of a `meta`: the header that it stands for.
    Equivalent,
    /// Of a `meta`: what it says.
    Content,
}

/// A tag, and what its attributes hold.
pub(super) struct Tag {
    pub(super) name: &'static str,
    attributes: &'static [(&'static str, Holds)],
}

impl Tag {
    pub(super) fn attribute(&self, name: &[u8]) -> Option<(&'static str, Holds)> {
        self.attributes.iter().find(|(known, _)| known.as_bytes().eq_ignore_ascii_case(name)).copied()
    }
}

/// The tag of a name, if it may have links.
pub(super) fn find(name: &[u8]) -> Option<&'static Tag> {
    TAGS.iter().find(|tag| tag.name.as_bytes().eq_ignore_ascii_case(name))
}

use Holds::{Base, Content, Equivalent, Name, Rel, Url, Urls};

// What pages say to scripts that load images late is under names that have become customs.
macro_rules! image {
    ($($more:tt)*) => {
        &[
            ("src", Url), ("srcset", Urls),
            ("data-src", Url), ("data-srcset", Urls), ("data-lazy-src", Url), ("data-lazy-srcset", Urls),
            ("data-original", Url),
            $($more)*
        ]
    };
}

/// The most frequent first. The pure twin has the same table, and a test compares them.
static TAGS: &[Tag] = &[
    Tag { name: "a", attributes: &[("href", Url), ("rel", Rel)] },
    Tag { name: "link", attributes: &[("href", Url), ("imagesrcset", Urls), ("rel", Rel)] },
    Tag { name: "img", attributes: image![("lowsrc", Url), ("longdesc", Url)] },
    Tag { name: "script", attributes: &[("src", Url)] },
    Tag { name: "meta", attributes: &[("name", Name), ("http-equiv", Equivalent), ("content", Content)] },
    Tag { name: "source", attributes: image![] },
    Tag { name: "iframe", attributes: image![("longdesc", Url)] },
    Tag { name: "form", attributes: &[("action", Url), ("rel", Rel)] },
    Tag { name: "input", attributes: &[("src", Url), ("formaction", Url)] },
    Tag { name: "button", attributes: &[("formaction", Url)] },
    Tag { name: "area", attributes: &[("href", Url), ("rel", Rel)] },
    Tag { name: "base", attributes: &[("href", Base)] },
    Tag { name: "video", attributes: &[("src", Url), ("poster", Url), ("data-src", Url), ("data-poster", Url)] },
    Tag { name: "audio", attributes: &[("src", Url), ("data-src", Url)] },
    Tag { name: "track", attributes: &[("src", Url)] },
    Tag { name: "embed", attributes: &[("src", Url)] },
    Tag { name: "object", attributes: &[("data", Url)] },
    Tag { name: "frame", attributes: &[("src", Url), ("longdesc", Url)] },
    Tag { name: "blockquote", attributes: &[("cite", Url)] },
    Tag { name: "q", attributes: &[("cite", Url)] },
    Tag { name: "ins", attributes: &[("cite", Url)] },
    Tag { name: "del", attributes: &[("cite", Url)] },
    Tag { name: "body", attributes: &[("background", Url)] },
    Tag { name: "html", attributes: &[("manifest", Url)] },
    Tag { name: "image", attributes: &[("href", Url), ("xlink:href", Url)] },
    Tag { name: "use", attributes: &[("href", Url), ("xlink:href", Url)] },
];
