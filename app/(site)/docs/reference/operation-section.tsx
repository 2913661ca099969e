import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { compactJson } from "@/app/(site)/docs/compact-json";
import { Console } from "@/app/(site)/docs/reference/console";
import { FieldList, ParameterList } from "@/app/(site)/docs/reference/field-list";
import type { OperationDoc, ParameterDoc } from "@/app/(site)/docs/reference/list-operations";
import classes from "@/app/(site)/docs/reference/reference.module.css";
import { RichText } from "@/app/(site)/docs/reference/rich-text";
import { EndpointPath } from "@/app/ui/endpoint-path";
import { errorAnchor, errors } from "@/server/errors/errors";

const placeTitles = { path: "Path parameters", query: "Query parameters", body: "Body" } as const;
const places = ["path", "query", "body"] as const;

type OperationSectionProps = {
  readonly operation: OperationDoc;
  readonly baseUrl: string;
  /** Initial values of the console, by parameter. */
  readonly prefilled: Readonly<Record<string, string>>;
};

/** One endpoint: description, parameters, response, errors and a console. */
export const OperationSection = ({ operation, baseUrl, prefilled }: OperationSectionProps) => {
  const { operationId, method, path, access, counted, parameters } = operation;
  const inPlace = (place: ParameterDoc["place"]) =>
    parameters.filter((parameter) => parameter.place === place);
  return (
    <section id={operationId} aria-labelledby={`${operationId}-title`} className={classes.operation}>
      <div className={classes.text}>
        <h3 id={`${operationId}-title`}>{operation.summary}</h3>
        <p className={classes.endpoint}>
          <EndpointPath method={method} path={path} />
        </p>
        <p className={classes.facts}>
          <span>{counted ? "Costs 1 request" : "Free"}</span>
          <span>{access === "key" ? "API key" : "Access token"}</span>
        </p>
        <p>
          <RichText text={operation.description} />
        </p>
        {places.map((place) => {
          const ofPlace = inPlace(place);
          if (ofPlace.length === 0) return null;
          return (
            <div key={place}>
              <h4>{placeTitles[place]}</h4>
              <ParameterList parameters={ofPlace} />
            </div>
          );
        })}
        <h4>Response</h4>
        <p>
          Status {operation.successStatus}
          {operation.responseType === undefined ? ", without a body" : `, ${operation.responseType}`}.{" "}
          <RichText text={operation.responseDescription} />
        </p>
        {operation.responseFields.length > 0 && (
          <details className={classes.inner}>
            <summary>Response fields</summary>
            <FieldList fields={operation.responseFields} />
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
          <CodeSample language="json" label="Example response" code={compactJson(operation.example)} />
        )}
      </div>
    </section>
  );
};
