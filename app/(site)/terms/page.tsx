import { LegalPage, legalMetadata } from "@/app/(site)/legal/legal-page";

export const generateMetadata = () => legalMetadata("terms");

export default function Page() {
  return <LegalPage name="terms" />;
}
