import { LegalPage, legalMetadata } from "@/app/(site)/legal/legal-page";

export const generateMetadata = () => legalMetadata("privacy");

export default function Page() {
  return <LegalPage name="privacy" />;
}
