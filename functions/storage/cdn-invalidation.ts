import { CreateInvalidationCommand, TooManyInvalidationsInProgress } from '@aws-sdk/client-cloudfront';
import { cloudFrontClient } from '../aws/clients.ts';
import { setting } from '../aws/settings.ts';

/**
 * Takes what CloudFront keeps of a folder away. Once for every reference, however often it is asked for.
 * @returns false where too many such wishes are being fulfilled: it takes 15 folders at a time
 */
export async function invalidateFolder(folder: string, reference: string): Promise<boolean> {
  try {
    await cloudFrontClient().send(
      new CreateInvalidationCommand({
        DistributionId: setting('DISTRIBUTION_ID'),
        InvalidationBatch: {
          CallerReference: reference,
          Paths: { Quantity: 1, Items: [`/${folder}*`] },
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof TooManyInvalidationsInProgress) return false;
    throw error;
  }
}
