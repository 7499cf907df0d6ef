// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp's side of `headlight bench --against`, which starts it: llama_side.mjs FILE THREADS. torch_side.py
// describes requests and answers; the missing packages are npm's. No attention weights are kept.
import {createInterface} from 'node:readline';

const say = (answer) => console.log(JSON.stringify(answer));

async function open(llama, file, threads) {
  const model = await llama.loadModel({modelPath: file});
  const context = await model.createContext({contextSize: 1024, batchSize: 512, threads});
  return context.getSequence();
}

/** Appends the ids; returns the best token after them. */
async function best(sequence, ids) {
  const input = [...ids.slice(0, -1), [ids.at(-1), {generateNext: {token: true}}]];
  return (await sequence.controlledEvaluate(input)).at(-1).next.token;
}

async function answer(sequence, count, ids) {
  await sequence.clearHistory();
  let start = performance.now();
  let token = await best(sequence, ids.slice(0, count));
  if (ids.length > count) start = performance.now();
  for (const id of ids.slice(count)) token = await best(sequence, [id]);
  return {milliseconds: performance.now() - start, best: token};
}

async function main(file, threads) {
  const {getLlama, getModuleVersion} = await import('node-llama-cpp');
  const llama = await getLlama({build: 'never', gpu: false, maxThreads: threads, logLevel: 'error'});
  say({version: await getModuleVersion()});
  let sequence;
  for await (const line of createInterface({input: process.stdin})) {
    const [count, ...ids] = line.split(' ').map(Number);
    sequence ??= await open(llama, file, threads);
    say(await answer(sequence, count, ids));
  }
}

await main(process.argv[2], Number(process.argv[3])).catch((error) => say(
  ['ERR_MODULE_NOT_FOUND', 'NoBinaryFoundError'].includes(error.code ?? error.constructor.name)
    ? {missing: ['node-llama-cpp', `@node-llama-cpp/linux-${process.arch}`]} : {cannot: error.message}));
