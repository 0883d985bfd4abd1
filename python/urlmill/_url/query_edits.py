"""Edits of the query: parameters that an edit does not name stay as they are written."""

from ..errors import URLError
from .edits import Editable
from .globs import Globs
from .params import Params, name_of, named_fields, query_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import EllipsisType

    from typing_extensions import Self

    from .params import _Query, _QueryForm, _Values


class QueryEdits(Editable):
    """The parameters of a URL, and URLs with other ones."""

    __slots__ = ()

    query_form: "_QueryForm | None" = "form"  # how parameters are written; None where no parameters follow a "?"

    @property
    def params(self) -> Params:
        """The parameters of the query, decoded; an empty view if there is none. In mailto a "+" is a plus."""
        return Params(self.query, plus=self.query_form != "percent")

    def query_items(self) -> list[tuple[str, str]]:
        """Names and values of the query, as forms encode them: a ``+`` is a space, a missing value is empty."""
        return [(name, value or "") for name, value in Params(self.query).items()]

    def with_query(self, query: "_Query | EllipsisType | None" = ..., /, **params: "_Values") -> "Self":
        """With this query: text as it is to be written, or a mapping, pairs or keywords as they are meant; None for no
        query. A sequence is a parameter for each value, the value None a parameter without "=".
        """
        is_nothing = query is None and not params
        known = self._known_replaced(query=None) if is_nothing else self._known_parameters("with", query, params)
        if known is not None:
            return known
        if is_nothing:
            return self._with_tail(self.path, None, self.fragment)
        form = self._form()
        written = [query_text(each, form, self.profile) for each in _given("with_query", query, params)]
        return self._with_fields(written[0] if len(written) == 1 else "&".join(filter(None, written)) or None)

    def update_query(self, query: "_Query | EllipsisType" = ..., /, **params: "_Values") -> "Self":
        """With these parameters, given as for ``with_query``: each where the first of its name stands, in place of all
        of that name, or else at the end.
        """
        known = self._known_parameters("update", query, params)
        if known is not None:
            return known
        form = self._form()
        new: dict[str, list[str]] = {}
        for each in _given("update_query", query, params):
            for name, written in named_fields(each, form, self.profile):
                new.setdefault(name, []).extend(written)
        fields: list[str] = []
        done: set[str] = set()
        for field in (self.query or "").split("&"):
            name = name_of(field, form) if field else ""
            if not field or name not in new:
                fields.append(field)
            elif name not in done:
                done.add(name)
                fields += new[name]
        added = [field for name, written in new.items() if name not in done for field in written]
        return self._with_fields(_appended("&".join(fields), added)) if done or added else self

    def extend_query(self, query: "_Query | EllipsisType" = ..., /, **params: "_Values") -> "Self":
        """With these parameters after those that are there, given as for ``with_query``."""
        known = self._known_parameters("extend", query, params)
        if known is not None:
            return known
        form = self._form()
        added = [
            field
            for each in _given("extend_query", query, params)
            for _, written in named_fields(each, form, self.profile)
            for field in written
        ]
        return self._with_fields(_appended(self.query or "", added)) if added else self

    def without_query(self, *names: str) -> "Self":
        """Without the parameters of these names, in which a "*" stands for any text: ``without_query("utm_*")``."""
        known = self._known_without(*names)
        if known is not None:
            return known
        if not names:
            raise TypeError("without_query() expected names of parameters, got none; with_query(None) takes all away")
        for name in names:
            if not isinstance(name, str):
                raise TypeError(f"without_query() expected names of parameters as str, got {type(name).__name__}")
        form = self._form()
        unwanted = Globs(names)
        fields = (self.query or "").split("&")
        kept = [field for field in fields if not field or not unwanted.match(name_of(field, form))]
        if len(kept) == len(fields):
            return self
        return self._with_fields("&".join(kept) if any(kept) else None)

    def sort_query(self) -> "Self":
        """With its parameters in the order of their names; those of one name stay in theirs."""
        form = self._form()
        if not self.query:
            return self
        fields = filter(None, self.query.split("&"))
        return self._with_fields("&".join(sorted(fields, key=lambda field: name_of(field, form))))

    def _form(self) -> "_QueryForm":
        """How parameters are written; or it raises URLError for a scheme that has none."""
        if self.query_form is None:
            raise URLError("no-parameters", self._start_of("path"), str(self))
        return self.query_form

    def _with_fields(self, query: str | None) -> "Self":
        if query is not None and "#" in query:
            raise URLError("reserved-unencoded", query.index("#"), query)
        return self._with_tail(self.path, query, self.fragment)


def _given(name: str, query: "_Query | EllipsisType | None", params: "dict[str, _Values]") -> "list[_Query]":
    """What a caller gave: a query, keywords, or both."""
    if query is None:
        raise TypeError(f"{name}() expected str, a mapping or pairs, got None")
    if query is ... and not params:
        raise TypeError(f"{name}() expected parameters, got none")
    given: list[_Query] = [] if query is ... else [query]
    return [*given, params] if params else given


def _appended(query: str, fields: list[str]) -> str | None:
    """The query with fields after it."""
    mark = "&" if query and not query.endswith("&") and fields else ""
    return query + mark + "&".join(fields) or None
