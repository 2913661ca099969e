import { dayMs } from "@/server/domain/durations";
import { getAppServices } from "@/server/run/app-services";

export const dynamic = "force-dynamic";

/** RFC 9116 recommends that the file expires within a year. */
const validDays = 180;

/** Serves the file that tells where to report a vulnerability (https://www.rfc-editor.org/rfc/rfc9116). 404 if no contact is configured. */
export const GET = async (): Promise<Response> => {
  const { services } = await getAppServices();
  const { baseUrl, securityContact, supportEmail } = services.config;
  const contact = securityContact ?? (supportEmail === undefined ? undefined : `mailto:${supportEmail}`);
  if (contact === undefined) return new Response("There is no such page.\n", { status: 404 });
  const today = Math.floor(services.now() / dayMs) * dayMs;
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
};
