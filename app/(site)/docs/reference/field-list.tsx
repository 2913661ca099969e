import type { FieldDoc } from "@/app/(site)/docs/reference/describe-schema";
import type { ParameterDoc } from "@/app/(site)/docs/reference/list-operations";
import classes from "@/app/(site)/docs/reference/reference.module.css";
import { RichText } from "@/app/(site)/docs/reference/rich-text";

/** The parameters of one location: path, query or body. */
export const ParameterList = ({ parameters }: { readonly parameters: readonly ParameterDoc[] }) => (
  <dl className={classes.fields}>
    {parameters.map(({ name, type, required, description, fallback, values }) => (
      <div key={name} className={classes.field}>
        <dt>
          <code className={classes.name}>{name}</code> <span className={classes.type}>{type}</span>{" "}
          {required && <span className={classes.required}>required</span>}
        </dt>
        <dd>
          <RichText text={description} />
          {values.length > 0 && (
            <>
              {" "}
              One of{" "}
              {values.map((value, index) => (
                <span key={value}>
                  {index > 0 && ", "}
                  <code>{value}</code>
                </span>
              ))}
              .
            </>
          )}
          {fallback !== undefined && (
            <>
              {" "}
              Default <code>{fallback}</code>.
            </>
          )}
        </dd>
      </div>
    ))}
  </dl>
);

/** The fields of a response. Nested fields are collapsed. */
export const FieldList = ({ fields }: { readonly fields: readonly FieldDoc[] }) => (
  <dl className={classes.fields}>
    {fields.map((field) => (
      <div key={field.name} className={classes.field}>
        <dt>
          <code className={classes.name}>{field.name}</code>{" "}
          <span className={classes.type}>{field.type}</span>{" "}
          {!field.required && <span className={classes.type}>optional</span>}
        </dt>
        <dd>
          {field.description !== undefined && <RichText text={field.description} />}
          {field.fields.length > 0 && (
            <details className={classes.inner}>
              <summary>
                Fields of <code>{field.name}</code>
              </summary>
              <FieldList fields={field.fields} />
            </details>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
