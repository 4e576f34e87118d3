import type { Candidate } from './candidate.ts';
import { type HighlightPick, highlightsOf, shortlistHighlights } from './pick-highlights.ts';
import { parseRanking, rerankPrompt } from './rerank-prompt.ts';
import type { MediaRecord } from '../domain/records.ts';
import { log } from '../aws/log.ts';

/** A vision model. */
export type ModelPorts = {
  /** A picture's bytes, as WebP. */
  readonly readPicture: (media: MediaRecord) => Promise<Uint8Array>;
  /** Answers a question about pictures. Rejects when its time is up. */
  readonly ask: (question: string, pictures: readonly Uint8Array[]) => Promise<string>;
};

/** The most pictures in one question. Source: Amazon Bedrock, Converse API limits. */
const MAX_PICTURES = 20;

/** `isFinal`: the same items give the same picks again. Not if one is unfinished, or if the model did not answer. */
export type HighlightChoice = { readonly picks: readonly HighlightPick[]; readonly isFinal: boolean };

/**
 * An event's highlights. If there is a model, it re-ranks the shortlist and writes its own reasons; if
 * anything goes wrong with that, the choice made without a network stands.
 */
export async function rerankHighlights(
  { candidates, items }: { candidates: readonly Candidate[]; items: readonly MediaRecord[] },
  model: ModelPorts | undefined,
): Promise<HighlightChoice> {
  const shortlist = shortlistHighlights(candidates, model ? MAX_PICTURES : 0);
  const isFinished = items.every(({ state }) => state !== 'processing');
  const own = { picks: highlightsOf(shortlist), isFinal: isFinished && !model };
  if (!model) return own;
  try {
    const byId = new Map(items.map((media) => [media.id, media]));
    // A photo whose renditions are not made yet cannot be sent.
    const seen = shortlist.picks.filter(({ mediaId }) => byId.get(mediaId)?.state === 'ready');
    if (seen.length < shortlist.count) return own;
    const media = seen.flatMap(({ mediaId }) => byId.get(mediaId) ?? []);
    const pictures = await Promise.all(media.map(model.readPicture));
    const question = rerankPrompt(shortlist.count);
    const chosen = parseRanking({ ...shortlist, picks: seen }, await model.ask(question, pictures));
    if (!chosen) log.warn('highlights model answered beside the question');
    return chosen ? { picks: chosen, isFinal: isFinished } : own;
  } catch (error) {
    log.warn('highlights model failed', { reason: error instanceof Error ? error.name : 'unknown' });
    return own;
  }
}
