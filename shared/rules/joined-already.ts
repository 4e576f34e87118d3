import { messages } from '../messages.ts';

/** Whether a refused join says that the person is in already. */
export function isJoinedAlready({ status, message }: { status: number; message: string }): boolean {
  return status === 409 || saysJoined(message);
}

/** Whether an answer says that the person was in before. */
export function saysJoined(message: string): boolean {
  return message.includes(messages.alreadyJoined) || message.includes(messages.alreadyParticipant);
}
