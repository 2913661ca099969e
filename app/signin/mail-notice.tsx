import { Code, Text } from "@mantine/core";

/** Where mail goes on a server that has no mail server. */
export function MailNotice() {
  return (
    <Text size="sm" c="dimmed">
      This server sends no mail. The link is printed in its terminal, and the mail is kept in the folder{" "}
      <Code>mail</Code> of its data directory.
    </Text>
  );
}
