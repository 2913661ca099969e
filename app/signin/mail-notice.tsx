import classes from "@/app/signin/sign-in.module.css";

/** Shows where to find the sign-in link if no mail server is configured. */
export const MailNotice = () => (
  <p className={classes.small}>
    This server sends no email. It prints the link in its terminal and keeps the message in the{" "}
    <code>mail</code> folder of its data directory.
  </p>
);
