import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Database } from "@/db/connect";
import { type Mail, type MailConfig, sendMail } from "@/server/account/mail/send-mail";
import type { Admission } from "@/server/account/metering/meter";
import {
  type ClaimedEmail,
  claimUsageEmails,
  noteUsageEmailSent,
  queueUsageEmails,
  type ReachedPercentage,
  usagePercentages,
} from "@/server/account/usage-emails/store-usage-emails";
import { minuteMs } from "@/server/domain/durations";
import type { RareLog } from "@/server/log-rarely";

const sendEveryMs = minuteMs;
const maxCloseMs = 3_000;
/**
 * How long this instance remembers that an account has used 80 % or 100 % of its allowance. During this time, the instance does not queue
 * the email about this percentage again. If the account's emails are turned off, the instance queues no email but still remembers the
 * percentage. If the customer then turns these emails on, the email may be delayed by up to this time.
 */
const rememberForMs = 10 * minuteMs;
const maxRemembered = 50_000;

const reachedBy = ({ used, caller }: Admission): ReachedPercentage | undefined => {
  const { accountId, allowance, periodStart } = caller;
  const percent = usagePercentages.toReversed().find((each) => 100 * used >= each * allowance);
  return percent === undefined || allowance === 0
    ? undefined
    : { accountId, periodStart, percent, allowance };
};

const number = new Intl.NumberFormat("en-US");
const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

const composeUsageMail = (baseUrl: string, { email, percent, allowance, periodEnd }: ClaimedEmail): Mail => {
  const spent = "Calls for prices or history fail until then. Free calls keep working.";
  return {
    to: email,
    subject:
      percent === 100
        ? "Your Oddskeeper allowance is used up"
        : `${percent} % of your Oddskeeper allowance is used`,
    opening: `Your account has used ${percent === 100 ? "all" : `${percent} %`} of its ${number.format(allowance)} requests of this billing period.`,
    link: { label: "See your usage", url: `${baseUrl}/account` },
    ending: [
      `The next period begins on ${time.format(periodEnd)} UTC.${percent === 100 ? ` ${spent}` : ""}`,
      `Plans with more requests: ${baseUrl}/pricing`,
      `You can turn these emails off: ${baseUrl}/account/settings`,
    ],
  };
};

export type UsageEmails = {
  /** Queues and sends the emails that are due after these calls. Never rejects. */
  readonly watch: (admissions: Iterable<Admission>) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Emails an account when 80 % and 100 % of its allowance are used. The database decides which instance sends an email. An email can be
 * sent twice, for example if the instance is killed before it has recorded that the email was sent.
 */
export const createUsageEmails = (db: Database, config: MailConfig, warn: RareLog): UsageEmails => {
  const queued = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberForMs });
  let work: Promise<void> = Promise.resolve();

  const sendOne = async (claimed: ClaimedEmail): Promise<void> => {
    try {
      await sendMail(config, composeUsageMail(config.baseUrl, claimed));
    } catch (error) {
      warn("an email about an allowance could not be sent", { err: error });
      return;
    }
    await noteUsageEmailSent(db, claimed);
  };

  const sendAll = async (): Promise<void> => {
    try {
      for (const claimed of await claimUsageEmails(db)) await sendOne(claimed);
    } catch (error) {
      warn("an email about an allowance could not be claimed or recorded as sent", { err: error });
    }
  };

  const queueAndSend = async (reached: ReadonlyMap<string, ReachedPercentage>): Promise<void> => {
    try {
      if (await queueUsageEmails(db, [...reached.values()])) await sendAll();
    } catch (error) {
      for (const name of reached.keys()) queued.delete(name);
      warn("emails about allowances could not be queued", { err: error });
    }
  };

  /** The highest percentage that each account has reached, unless that percentage is already queued. */
  const findReached = (admissions: Iterable<Admission>): Map<string, ReachedPercentage> => {
    const highest = new Map<string, ReachedPercentage>();
    for (const admission of admissions) {
      const one = reachedBy(admission);
      if (one === undefined) continue;
      const before = highest.get(one.accountId);
      if (before === undefined || before.percent < one.percent) highest.set(one.accountId, one);
    }
    const reached = new Map<string, ReachedPercentage>();
    for (const one of highest.values()) {
      const name = `${one.accountId} ${one.periodStart} ${one.percent} ${one.allowance}`;
      if (!queued.has(name)) reached.set(name, one);
    }
    return reached;
  };

  // Retries emails that earlier attempts could not send.
  const timer = setInterval(() => {
    work = work.then(sendAll);
  }, sendEveryMs).unref();

  return {
    watch: (admissions) => {
      const reached = findReached(admissions);
      for (const name of reached.keys()) queued.set(name, true);
      if (reached.size > 0) work = work.then(() => queueAndSend(reached));
      return work;
    },
    close: async () => {
      clearInterval(timer);
      await Promise.race([work, delay(maxCloseMs, undefined, { ref: false })]);
    },
  };
};
