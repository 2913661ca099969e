import { describeForModels } from "@/app/llms.txt/describe-for-models";
import { getShared } from "@/server/http/shared";

export const dynamic = "force-dynamic";

export const GET = async (): Promise<Response> => {
  const { services } = await getShared();
  return new Response(describeForModels(services.config), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
};
