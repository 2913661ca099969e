import { setTimeout as delay } from "node:timers/promises";
import type { Relay } from "@/db/testing/relay";
import { describeFaults, faultMs, type Rig, takeConnections, until } from "@/e2e/long/testing/fault-rig";

/** Each test causes one fault under load, and compares the usage with the responses. */

const setMemory = (policy: string, bytes: string) => (rig: Rig) =>
  rig.onPrimary(async (redis) => {
    await redis.config("SET", "maxmemory-policy", policy);
    await redis.config("SET", "maxmemory", bytes);
    await delay(faultMs);
    await redis.config("SET", "maxmemory", "0");
  });

/** Commands wait for up to `ms`. A store that takes longer than 250 ms counts as unavailable. */
const delayReplies = (ms: number) => (rig: Rig) =>
  rig.onPrimary(async (redis) => {
    for (const since = Date.now(); Date.now() - since < 2 * faultMs; )
      await redis.call("CLIENT", "PAUSE", ms, "ALL");
  });

/** Ends the connections of the second instance, and rejects its new connections. */
const cutOffRedis = ({ onPrimary }: Rig): Promise<void> =>
  onPrimary(async (redis) => {
    await redis.call("ACL", "SETUSER", "second", "off");
    await redis.call("CLIENT", "KILL", "USER", "second");
    await delay(2 * faultMs);
    await redis.call("ACL", "SETUSER", "second", "on");
  });

const killWorkers = async ({ workerPids }: Rig, number: number): Promise<void> => {
  for (const pid of workerPids().slice(0, number)) process.kill(pid, "SIGKILL");
  await delay(faultMs);
};

const cutOffDatabase = async (relays: readonly Relay[]): Promise<void> => {
  for (const relay of relays) relay.freeze();
  await delay(2 * faultMs);
  for (const relay of relays) relay.restore();
};

describeFaults("Redis behind a Sentinel, and a PostgreSQL that moves to its standby", {
  "no fault": { cause: () => delay(faultMs) },
  "Redis primary killed": {
    cause: async ({ sentinel }) => {
      const old = await sentinel.primaryPort();
      await sentinel.signal(old, "SIGKILL");
      await until(async () => (await sentinel.primaryPort()) !== old);
      await sentinel.restart(old);
      await delay(faultMs / 2);
    },
  },
  "Redis primary frozen, then thawed": {
    cause: async ({ sentinel }) => {
      const old = await sentinel.primaryPort();
      await sentinel.signal(old, "SIGSTOP");
      await until(async () => (await sentinel.primaryPort()) !== old);
      await delay(faultMs / 2);
      await sentinel.signal(old, "SIGCONT");
    },
  },
  "Redis emptied five times": {
    cause: async ({ onPrimary }) => {
      for (let time = 0; time < 5; time++) {
        await onPrimary((redis) => redis.flushall());
        await delay(700);
      }
    },
  },
  "Redis out of memory": { cause: setMemory("noeviction", "1") },
  "Redis evicts keys at random": { cause: setMemory("allkeys-random", "1mb") },
  "Redis primary demoted": {
    cause: async ({ onPrimary }) => {
      await onPrimary((redis) => redis.replicaof("127.0.0.1", 1));
      await delay(faultMs);
      await onPrimary((redis) => redis.call("REPLICAOF", "NO", "ONE"));
    },
  },
  "Redis up to 200 ms late": { cause: delayReplies(200) },
  "Redis up to 400 ms late": { cause: delayReplies(400) },
  "one instance cut off from Redis": { cause: cutOffRedis },
  "replies of Redis to one instance lost": {
    cause: ({ onPrimary }) =>
      onPrimary(async (redis) => {
        for (const since = Date.now(); Date.now() - since < faultMs; await delay(20))
          await redis.call("CLIENT", "KILL", "USER", "second");
      }),
  },
  "one instance cut off from Redis and PostgreSQL": {
    mayFail: true,
    cause: async (rig) => {
      await Promise.all([cutOffRedis(rig), cutOffDatabase(rig.relays.slice(1, 2))]);
    },
  },
  "Sentinel frozen": {
    cause: async ({ sentinel }) => {
      const port = sentinel.address.sentinels[0]?.port ?? 0;
      await sentinel.signal(port, "SIGSTOP");
      await delay(faultMs);
      await sentinel.signal(port, "SIGCONT");
    },
  },
  "PostgreSQL killed, crash recovery": {
    mayFail: true,
    cause: async ({ replication }) => {
      replication.crashPrimary();
      await delay(faultMs);
      replication.startPrimary();
    },
  },
  "connections to PostgreSQL reset": {
    mayFail: true,
    cause: async ({ relays }) => {
      for (const relay of relays) relay.cutAllButOne();
      await delay(1_000);
    },
  },
  "packets of one instance to PostgreSQL dropped": {
    mayFail: true,
    cause: ({ relays }) => cutOffDatabase(relays.slice(0, 1)),
  },
  "packets of all instances to PostgreSQL dropped": {
    mayFail: true,
    cause: ({ relays }) => cutOffDatabase(relays),
  },
  "packets to PostgreSQL dropped and Redis primary killed": {
    mayFail: true,
    cause: async ({ relays, sentinel }) => {
      const old = await sentinel.primaryPort();
      for (const relay of relays.slice(0, 1)) relay.freeze();
      await sentinel.signal(old, "SIGKILL");
      await delay(faultMs);
      for (const relay of relays) relay.restore();
      await sentinel.restart(old);
      await delay(faultMs / 2);
    },
  },
  "PostgreSQL without free connections, and all but one per instance reset": {
    mayFail: true,
    cause: async (rig) => {
      const giveBack = await takeConnections(rig);
      for (const relay of rig.relays) relay.cutAllButOne();
      await delay(faultMs);
      await giveBack();
    },
  },
  "one instance stopped by SIGTERM": {
    cause: async ({ services, start }) => {
      await services[0]?.stop("SIGTERM");
      await delay(1_000);
      await start(0);
    },
  },
  "one instance killed": {
    cause: async ({ services, start }) => {
      await services[0]?.stop("SIGKILL");
      await delay(faultMs);
      await start(0);
    },
  },
  "one of two workers killed": { cause: (rig) => killWorkers(rig, 1) },
  "both workers of an instance killed": { cause: (rig) => killWorkers(rig, 2) },
  "supervisor of two workers killed": {
    cause: async ({ services, start }) => {
      await services[2]?.stop("SIGKILL");
      await delay(faultMs);
      await start(2);
    },
  },
  "PostgreSQL moved to a standby that has all commits": {
    mayFail: true,
    cause: async ({ replication, relays, useStandby }) => {
      for (const relay of relays) relay.freeze();
      await replication.catchUp();
      replication.failOver();
      await useStandby();
      for (const relay of relays) relay.restore();
      await delay(faultMs);
    },
  },
});

/** Two seconds of commits are lost. */
const rewind = async ({ replication, relays, useStandby }: Rig): Promise<void> => {
  await replication.catchUp();
  await replication.disconnect();
  await delay(2_000);
  for (const relay of relays) relay.freeze();
  replication.failOver();
  await useStandby();
  for (const relay of relays) relay.restore();
  await delay(faultMs);
};

describeFaults("a PostgreSQL that is rewound", {
  "PostgreSQL rewound by two seconds": { mayFail: true, cause: rewind },
  "Redis primary killed after PostgreSQL was rewound": {
    cause: async ({ sentinel }) => {
      const old = await sentinel.primaryPort();
      await sentinel.signal(old, "SIGKILL");
      await until(async () => (await sentinel.primaryPort()) !== old);
      await delay(faultMs / 2);
    },
  },
});

describeFaults("a PostgreSQL that is rewound while the counters are lost", {
  "PostgreSQL rewound by two seconds and Redis primary killed": {
    mayFail: true,
    cause: async (rig) => {
      const old = await rig.sentinel.primaryPort();
      const rewound = rewind(rig);
      await rig.sentinel.signal(old, "SIGKILL");
      await rewound;
    },
  },
});
