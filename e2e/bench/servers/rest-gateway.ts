/** Upstash's REST interface in front of the Redis at REDIS_URL, in its own process: on Upstash it is not our processor time. Prints where. */
import { startUpstashGateway } from "@/server/metering/testing/upstash-gateway";

const { url, token } = await startUpstashGateway(process.env.REDIS_URL ?? "");
process.stdout.write(`${JSON.stringify({ url, token })}\n`);
