import './tokens.css';
import './base.css';
import './plain-page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './providers.tsx';
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts';
import { AppRoutes } from './router.tsx';
import { Shell } from './shell.tsx';

reloadOnMissingChunk();
addEventListener('load', () => void import('./after-load.ts'));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <Shell>
        <AppRoutes />
      </Shell>
    </Providers>
  </StrictMode>,
);
