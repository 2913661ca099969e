import { particles } from "@/server/domain/catalogue/club-affixes";
import { isDerivedEvent, isPlaceholder } from "@/server/domain/catalogue/event-marks";
import type { NameRules } from "@/server/domain/catalogue/name-rules";

const minInitials = 2;

/** A name, prepared for rules. */
export type ParsedName = {
  /** The whole name if it is one word of at least two letters, else empty. */
  readonly word: string;
  readonly initials: string;
  /** All letters without the spaces between words. */
  readonly joined: string;
  readonly words: readonly string[];
  /** The words without affixes and particles. If every word is an affix, the affixes stay. */
  readonly tokens: readonly string[];
  readonly affixes: ReadonlySet<string>;
  /** See `squadMarks`. */
  readonly marks: string;
  readonly isDerived: boolean;
  readonly isPlaceholder: boolean;
};

/** @param hasParticles whether the names of the sport have particles, such as "de". */
export const parseName = (
  name: string,
  { normalize, split, marks }: NameRules,
  hasParticles: boolean,
): ParsedName => {
  const normalized = normalize(name);
  const words = normalized.split(" ").filter((word) => word !== "");
  const { core, affixes, neutral } = split(normalized);
  const coreWords = core.split(" ").filter((word) => word !== "");
  // A last word is never a particle: in "Corinthians AL", "AL" is the state of Alagoas, not the particle "al".
  const isLast = (at: number): boolean => at === coreWords.length - 1;
  const significant = hasParticles
    ? coreWords.filter((word, at) => isLast(at) || !particles.has(word))
    : coreWords;
  return {
    word: words.length === 1 && normalized.length >= minInitials ? normalized : "",
    initials: words.map((word) => word[0] ?? "").join(""),
    joined: words.join(""),
    words,
    tokens: significant.length > 0 ? significant : coreWords,
    affixes: new Set([...affixes, ...neutral]),
    marks: marks(name),
    isDerived: isDerivedEvent(name),
    isPlaceholder: isPlaceholder(name),
  };
};
