import type { OperationDoc } from "@/app/(site)/docs/reference/list-operations";
import classes from "@/app/(site)/docs/reference/reference.module.css";
import { EndpointPath } from "@/app/ui/endpoint-path";

type OperationIndexProps = { readonly operations: readonly OperationDoc[]; readonly tags: readonly string[] };

/** Links to the endpoints on the page. */
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
                  <EndpointPath method={method} path={path} />
                </a>
              </li>
            ))}
        </ul>
      </div>
    ))}
  </nav>
);
