import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { ApiError, quoted } from "@/server/domain/errors/api-error";

type Issue = ZodError["issues"][number];

const sentValue = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? ownValue(value as Record<PropertyKey, unknown>, key)
        : undefined,
    input,
  );

const problem = (issue: Issue, sent: unknown): string => {
  if (sent === undefined) return "is required.";
  const shown = quoted(typeof sent === "string" ? sent : (JSON.stringify(sent) ?? ""));
  if (issue.code === "invalid_value") return `${shown} is not one of ${issue.values.join(", ")}.`;
  if (issue.code === "invalid_type") return `${shown} is not of type ${issue.expected}.`;
  if (issue.code === "custom") return `${issue.message}.`;
  return `${shown} is not valid.`;
};

/**
 * Describes why a schema rejected an input. The message names the parameter or field of the first problem, and the value that was sent.
 * @returns undefined if the error does not come from a schema that rejected the input.
 */
export const toInputError = (error: unknown, input: unknown): ApiError | undefined => {
  if (!(error instanceof TRPCError) || !(error.cause instanceof ZodError)) return undefined;
  if (error.code !== "BAD_REQUEST") return undefined;
  const issue = error.cause.issues[0];
  if (issue === undefined) return new ApiError("BAD_REQUEST");
  const name = issue.path.map(String).join(".");
  if (name === "") return new ApiError("BAD_REQUEST", { message: "The body is not a JSON object." });
  const separator = issue.code === "custom" || sentValue(input, issue.path) === undefined ? " " : ": ";
  return new ApiError("BAD_REQUEST", {
    message: `${name}${separator}${problem(issue, sentValue(input, issue.path))}`,
  });
};
