import { BreakableText } from "@/app/ui/breakable-text";
import classes from "@/app/ui/endpoint-path.module.css";

type EndpointPathProps = { readonly method: string; readonly path: string };

/** A method and a path. In the template of a path, the `{parameters}` are dimmed. */
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
            <BreakableText key={part}>{part}</BreakableText>
          ),
        )}
      </code>
    </>
  );
}
