/** Runs an experiment by its name, with its own arguments: `npm run try -- fuzz --requests 3000`. Without a name it lists them. */
import { experiments, listOf, runProgram } from './programs.ts';

const [name = '', ...args] = process.argv.slice(2);
const experiment = Object.hasOwn(experiments, name) ? experiments[name] : undefined;
if (experiment) await runProgram(experiment, args);
else {
  console.log(`${name === '' ? '' : `There is no experiment "${name}". `}npm run try -- NAME [arguments]\n${listOf(experiments)}`);
  process.exitCode = name === '' ? 0 : 1;
}
