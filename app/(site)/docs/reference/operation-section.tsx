import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { compactJson } from "@/app/(site)/docs/compact-json";
import { Console } from "@/app/(site)/docs/reference/console";
import { FieldList, ParameterList } from "@/app/(site)/docs/reference/field-list";
import type { OperationDoc, ParameterDoc } from "@/app/(site)/docs/reference/list-operations";
import classes from "@/app/(site)/docs/reference/reference.module.css";
import { RichText } from "@/app/(site)/docs/reference/rich-text";
import { errorAnchor, errors } from "@/server/errors/errors";

const placeTitles = { path: "Path", query: "Query parameters", body: "Body" } as const;
const places = ["path", "query", "body"] as const;

/** A path with the places for values marked. */
export const PathText = ({ path }: { readonly path: string }) => (
  <>
    {path.split(/(\{[^}]+\})/).map((part) =>
      part.startsWith("{") ? (
        <span key={part} className={classes.placeholder}>
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </>
);

type OperationSectionProps = {
  readonly operation: OperationDoc;
  readonly baseUrl: string;
  /** Values that the console begins with, by parameter. */
  readonly prefilled: Readonly<Record<string, string>>;
};

/** One endpoint: what it does, what it takes, what it answers, and a console that calls it. */
export const OperationSection = ({ operation, baseUrl, prefilled }: OperationSectionProps) => {
  const { operationId, method, path, access, counted, parameters } = operation;
  const inPlace = (place: ParameterDoc["place"]) => parameters.filter((each) => each.place === place);
  return (
    <section id={operationId} aria-labelledby={`${operationId}-title`} className={classes.operation}>
      <div className={classes.text}>
        <h3 id={`${operationId}-title`}>{operation.summary}</h3>
        <p className={classes.address}>
          <span className={classes.method} data-method={method}>
            {method}
          </span>{" "}
          <code>
            <PathText path={path} />
          </code>
        </p>
        <p className={classes.facts}>
          <span>{counted ? "Costs 1 request" : "Free"}</span>
          <span>{access === "key" ? "API key" : "Signed-in session"}</span>
        </p>
        <p>
          <RichText text={operation.description} />
        </p>
        {places.map((place) => {
          const own = inPlace(place);
          if (own.length === 0) return null;
          return (
            <div key={place}>
              <h4>{placeTitles[place]}</h4>
              <ParameterList parameters={own} />
            </div>
          );
        })}
        <h4>Answer</h4>
        <p>
          Status {operation.successStatus}
          {operation.answerType === undefined ? ", without a body" : `, ${operation.answerType}`}.{" "}
          <RichText text={operation.answerNote} />
        </p>
        {operation.answerFields.length > 0 && (
          <details className={classes.inner}>
            <summary>Fields of the answer</summary>
            <FieldList fields={operation.answerFields} />
          </details>
        )}
        <h4>Errors</h4>
        <ul className={classes.codes}>
          {operation.codes.map((code) => (
            <li key={code}>
              <Link href={`/docs/errors#${errorAnchor(code)}`} prefetch={false}>
                {code}
              </Link>{" "}
              {errors[code].status}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.side}>
        <Console
          method={method}
          path={path}
          access={access}
          counted={counted}
          baseUrl={baseUrl}
          parameters={parameters}
          prefilled={prefilled}
        />
        {operation.example !== undefined && (
          <CodeSample language="json" label="Example answer" code={compactJson(operation.example)} />
        )}
      </div>
    </section>
  );
};
