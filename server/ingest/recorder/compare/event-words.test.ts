import { expect, test } from "vitest";
import { wordsAfter } from "@/server/ingest/recorder/compare/event-words";

const link = "https://a.example/1";
const stored = { bookEventId: "1", link };

test("an event that states neither an id nor a link keeps the stored words, and a first listing without words stores none", () => {
  expect(wordsAfter({}, stored)).toEqual(stored);
  expect(wordsAfter({}, undefined)).toEqual({ bookEventId: null, link: null });
});

test("the newest stated id and link replace the stored ones", () => {
  expect(wordsAfter({ bookEventId: "2", link: "https://a.example/2" }, stored)).toEqual({
    bookEventId: "2",
    link: "https://a.example/2",
  });
});

test("the link of an earlier listing is not served with the id of a later listing, nor the other way round", () => {
  expect(wordsAfter({ bookEventId: "2" }, stored)).toEqual({ bookEventId: "2", link: null });
  expect(wordsAfter({ link: "https://a.example/2" }, stored)).toEqual({
    bookEventId: null,
    link: "https://a.example/2",
  });
});

test("a source that repeats only one of the two keeps the other, and one source can add what another does not state", () => {
  expect(wordsAfter({ bookEventId: "1" }, stored)).toEqual(stored);
  expect(wordsAfter({ link }, stored)).toEqual(stored);
  expect(wordsAfter({ link }, { bookEventId: "1", link: null })).toEqual(stored);
  expect(wordsAfter({ bookEventId: "1" }, { bookEventId: null, link })).toEqual(stored);
});
