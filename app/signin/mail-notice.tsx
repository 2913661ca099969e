import { Code, Text } from "@mantine/core";

/** Shows where to find the sign-in link if no mail server is configured. */
export function MailNotice() {
  return (
    <Text size="sm" c="dimmed">
      This server sends no email. It prints the link in its terminal and keeps the message in the{" "}
      <Code>mail</Code> folder of its data directory.
    </Text>
  );
}
