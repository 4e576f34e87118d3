/** How long a bank debit chosen on the checkout page takes, unless a test says otherwise. */
export const BANK_DEBIT_MS = 10_000;
