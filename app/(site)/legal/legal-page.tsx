import type { Metadata } from "next";
import { notFound } from "next/navigation";
import prose from "@/app/(site)/docs/prose.module.css";
import classes from "@/app/(site)/legal/legal.module.css";
import { LegalMarkdown } from "@/app/(site)/legal/legal-markdown";
import { pageMetadata } from "@/app/shared/page-metadata";
import { getAppServices } from "@/server/run/app-services";
import type { LegalText, LegalTexts } from "@/server/web/site/read-legal-texts";

const findText = async (name: keyof LegalTexts): Promise<LegalText> => {
  const { services } = await getAppServices();
  return services.legalTexts[name] ?? notFound();
};

export const legalMetadata = async (name: keyof LegalTexts): Promise<Metadata> => {
  const { title } = await findText(name);
  return pageMetadata({ path: `/${name}`, title, summary: `${title} of this site and its API.` });
};

/** The page of a legal text in LEGAL_DIR. If the operator has not written the text, the page does not exist. */
export const LegalPage = async ({ name }: { readonly name: keyof LegalTexts }) => {
  const { title, text } = await findText(name);
  return (
    <article className={`${prose.prose} ${classes.text}`}>
      <h1>{title}</h1>
      <LegalMarkdown text={text} />
    </article>
  );
};
