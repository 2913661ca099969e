import classes from "@/app/ui/endpoint-path.module.css";

type EndpointPathProps = { readonly method: string; readonly path: string };

/** An endpoint's method and path template, with the `{parameters}` of the path dimmed. */
export function EndpointPath({ method, path }: EndpointPathProps) {
  return (
    <>
      <span className={classes.method} data-method={method}>
        {method}
      </span>{" "}
      <code className={classes.path}>
        {path.split(/(\{[^}]+\})/).map((part) =>
          part.startsWith("{") ? (
            <span key={part} className={classes.placeholder}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </code>
    </>
  );
}
