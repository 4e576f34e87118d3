/** The text of `stripe-webhook-secrets` as its parts: separated by blanks, lines or commas. */
export function parseWebhookSecrets(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
