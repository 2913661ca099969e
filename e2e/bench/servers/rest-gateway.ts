/**
 * Serves Upstash's REST interface in front of the Redis at REDIS_URL, and prints the URL and the token of this gateway.
 * Runs as a separate process, so that the service's processor time does not include the gateway's.
 */
import { startUpstashGateway } from "@/server/account/metering/testing/upstash-gateway";

const { url, token } = await startUpstashGateway(process.env.REDIS_URL ?? "");
process.stdout.write(`${JSON.stringify({ url, token })}\n`);
