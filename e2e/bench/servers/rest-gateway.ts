/**
 * Serves Upstash's REST interface in front of the Redis at REDIS_URL, and prints the URL and the token. It is a separate process, so that
 * its processor time does not count as the service's.
 */
import { startUpstashGateway } from "@/server/metering/testing/upstash-gateway";

const { url, token } = await startUpstashGateway(process.env.REDIS_URL ?? "");
process.stdout.write(`${JSON.stringify({ url, token })}\n`);
