// Plain JavaScript that every Node version can parse, because it runs before any TypeScript is loaded.
const [major, minor] = process.versions.node.split('.').map(Number);

// 22.18 is the first to run TypeScript without a flag.
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Gatherlens needs Node 22.18 or newer, and this is Node ${process.versions.node}. "npm ci" installs Node 24 into the project, and npm start then uses it.`,
  );
  process.exit(1);
}
