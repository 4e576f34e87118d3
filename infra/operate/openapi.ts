import { writeFileSync } from 'node:fs';
import { endpoints } from '../../functions/manifest/calls.ts';
import { openApi } from '../../functions/http/kit/openapi.ts';

// npm run openapi: writes the calls as an OpenAPI document, to the given file or else to standard output.

const [file] = process.argv.slice(2);
const document = `${JSON.stringify(openApi(endpoints), null, 2)}\n`;
if (file === undefined) process.stdout.write(document);
else writeFileSync(file, document);
