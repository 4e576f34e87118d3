// Run before any TypeScript is: plain JavaScript that every Node understands.
const [major, minor] = process.versions.node.split('.').map(Number);

// 22.18 is the first that runs TypeScript without being asked to.
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Gatherlens needs Node 22.18 or newer, and this is Node ${process.versions.node}. "npm ci" installs Node 24 into the project, and npm start then uses it.`,
  );
  process.exit(1);
}
