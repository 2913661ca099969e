import { expect, test } from "vitest";
import { describeAction, describeActor } from "@/app/(account)/account/security/describe-action";

test.each([
  [
    "sign in",
    { device: "Firefox on Linux", way: "email link" },
    "Signed in with email link on Firefox on Linux",
  ],
  ["sign in", { device: null, way: "GitHub" }, "Signed in with GitHub"],
  ["sessions end", { sessions: 1 }, "Signed out everywhere (1 session)"],
  ["key create", { label: "production", lastFour: "9sKd" }, "Created API key production (…9sKd)"],
  // A key that an operator creates on the command line is recorded without its label.
  ["key create", { key_id: "4f1c6f0e", test: false }, "Created API key"],
  ["key rename", { before: "a", label: "b", lastFour: "9sKd" }, "Renamed API key a to b (…9sKd)"],
  [
    "key rotate",
    { label: "a", lastFour: "9sKd", newLastFour: "1xYz", overlapHours: 168 },
    "Rotated API key a (…9sKd) to …1xYz; the old key stops working after 7 days",
  ],
  [
    "key rotate",
    { label: "a", lastFour: "9sKd", newLastFour: "1xYz", overlapHours: 0 },
    "Rotated API key a (…9sKd) to …1xYz; the old key stops working immediately",
  ],
  ["plan request", { plan: "growth" }, "Requested the Growth plan"],
  ["account plan", { plan: "scale", allowance: null }, "Changed the plan to Scale"],
  ["an action of a later version", {}, "an action of a later version"],
  ["constructor", {}, "constructor"],
])("the action %j with the details %j is described as: %s", (action, detail, sentence) => {
  expect(describeAction({ action, detail })).toBe(sentence);
});

test("each actor has a name, and an unknown actor is described as the service", () => {
  expect(["owner", "token", "operator", "later"].map(describeActor)).toEqual([
    "You",
    "Access token",
    "Operator",
    "The service",
  ]);
});
