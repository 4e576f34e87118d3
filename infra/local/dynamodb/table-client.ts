import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { unsignedCredentials } from '../aws-protocol/unsigned-credentials.ts';

export function localTableClient(endpoint: string, config: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({ endpoint, ...unsignedCredentials, ...config });
}
