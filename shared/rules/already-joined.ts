import { messages } from '../messages.ts';

/** Whether a refused join says that the person is in already. */
export function isAlreadyJoined({ status, message }: { status: number; message: string }): boolean {
  return status === 409 || saysAlreadyJoined(message);
}

/** Whether an answer says that the person was in before. */
export function saysAlreadyJoined(message: string): boolean {
  return message.includes(messages.alreadyJoined) || message.includes(messages.alreadyParticipant);
}
