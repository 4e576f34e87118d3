import { messages } from '../messages.ts';

/** Whether a refused join means that the person has already joined. */
export function isAlreadyJoined({ status, message }: { status: number; message: string }): boolean {
  return status === 409 || saysAlreadyJoined(message);
}

/** Whether a message says that the person had already joined. */
export function saysAlreadyJoined(message: string): boolean {
  return message.includes(messages.alreadyJoined) || message.includes(messages.alreadyParticipant);
}
