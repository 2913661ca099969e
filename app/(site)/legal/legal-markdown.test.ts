import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LegalMarkdown } from "@/app/(site)/legal/legal-markdown";

const render = (text: string): string => renderToStaticMarkup(createElement(LegalMarkdown, { text }));

test.each([
  "<script>alert(1)</script>",
  "Text <script src=https://evil.example></script> more",
  "<img src=x onerror=alert(1)>",
  '<a href="javascript:alert(1)" onclick="alert(1)">here</a>',
  "[here](javascript:alert(1))",
  "[here](data:text/html;base64,PHNjcmlwdD4=)",
  "[here](vbscript:x)",
  "![tracker](https://evil.example/pixel.png)",
  "<iframe src=https://evil.example></iframe>",
  "<style>body { display: none }</style>",
  "<svg/onload=alert(1)>",
  "```html\n<script>alert(1)</script>\n```",
  "<https://example.com/><meta http-equiv=refresh content='0;url=https://evil.example'>",
])("a legal page with the text %s runs no code and loads nothing", (text) => {
  const html = render(text);
  expect(html).not.toMatch(/<(script|img|iframe|style|svg|meta|object|form)/i);
  expect(html).not.toMatch(/<[^>]*(\son\w+=|\ssrc=|javascript:|vbscript:|data:)/i);
});

test("a legal page keeps links and tables, drops HTML tags, and shows a first-level heading as <h2>", () => {
  const html = render(
    "# One\n\n- [a](https://example.com/a) and <b>b</b>\n\n| x | y |\n|---|---|\n| 1 | 2 |\n",
  );
  expect(html).toContain("<h2>One</h2>");
  expect(html).toContain('<a href="https://example.com/a">a</a> and b');
  expect(html).toContain('<td data-name="y">2</td>');
});
