import classes from "@/app/ui/toast.module.css";

/** Confirms an action at the lower edge of the window for six seconds, and to screen readers. Empty before the first action. */
export const Toast = ({ message }: { readonly message: string }) => (
  <div role="status" className={classes.toast}>
    {message !== "" && (
      <span key={message} className={classes.message}>
        {message}
      </span>
    )}
  </div>
);
