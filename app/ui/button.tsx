import type { ButtonHTMLAttributes } from "react";
import classes from "@/app/ui/button.module.css";

export type ButtonLook = {
  readonly variant?: "filled" | "default" | "subtle" | "danger";
  readonly size?: "compact" | "xs" | "sm" | "md";
};

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    /** As wide as its container. */
    readonly wide?: boolean;
    /** True while the button's action runs. The button is then disabled. */
    readonly busy?: boolean;
  };

export const Button = ({
  variant = "filled",
  size = "sm",
  wide = false,
  busy = false,
  type = "button",
  disabled,
  ...props
}: ButtonProps) => (
  <button
    {...props}
    type={type}
    className={classes.button}
    data-variant={variant}
    data-size={size}
    data-wide={wide}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
  />
);
