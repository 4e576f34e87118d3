/** Splits the text of `stripe-webhook-secrets` at whitespace and commas. */
export function parseWebhookSecrets(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
