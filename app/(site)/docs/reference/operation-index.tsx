import type { OperationDoc } from "@/app/(site)/docs/reference/list-operations";
import { PathText } from "@/app/(site)/docs/reference/operation-section";
import classes from "@/app/(site)/docs/reference/reference.module.css";

type OperationIndexProps = { readonly operations: readonly OperationDoc[]; readonly tags: readonly string[] };

/** Links to every endpoint of the page. */
export const OperationIndex = ({ operations, tags }: OperationIndexProps) => (
  <nav aria-label="Endpoints" className={classes.index}>
    {tags.map((tag) => (
      <div key={tag}>
        <p>{tag}</p>
        <ul>
          {operations
            .filter((operation) => operation.tag === tag)
            .map(({ operationId, method, path }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>
                  <span className={classes.method} data-method={method}>
                    {method}
                  </span>{" "}
                  <code>
                    <PathText path={path} />
                  </code>
                </a>
              </li>
            ))}
        </ul>
      </div>
    ))}
  </nav>
);
