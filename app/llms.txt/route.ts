import { describeForModels } from "@/app/llms.txt/describe-for-models";
import { getAppServices } from "@/server/run/app-services";

export const dynamic = "force-dynamic";

export const GET = async (): Promise<Response> => {
  const { services } = await getAppServices();
  return new Response(describeForModels(services.config), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "Access-Control-Allow-Origin": "*",
    },
  });
};
