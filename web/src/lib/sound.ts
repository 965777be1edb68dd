/** Short cues made on the spot by WebAudio; nothing is loaded. */

import { settings } from "./settings.svelte";

type Cue = "turn" | "offer" | "robbed" | "dice" | "build" | "gain" | "win" | "chat" | "refused";

let context: AudioContext | null = null;
let master: GainNode | null = null; // everything goes through it: the volume

function audio(): AudioContext | null {
  // browsers let a page sound only after the player has touched it
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return null;
  try {
    context ??= new AudioContext();
    if (!master) (master = context.createGain()).connect(context.destination);
    master.gain.value = settings.volume ** 2 * 2;
    if (context.state === "suspended") void context.resume();
    return context;
  } catch {
    return null;
  }
}

function tone(at: AudioContext, frequency: number, start: number, length: number, type: OscillatorType = "sine", volume = 0.12, glide = 1): void {
  const [oscillator, gain] = [at.createOscillator(), at.createGain()];
  const begin = at.currentTime + start;
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, begin);
  if (glide !== 1) oscillator.frequency.exponentialRampToValueAtTime(frequency * glide, begin + length);
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(volume, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0008, begin + length);
  oscillator.connect(gain).connect(master!);
  oscillator.start(begin);
  oscillator.stop(begin + length + 0.02);
}

let dice: AudioBuffer | null = null;

function shaken(at: AudioContext): AudioBuffer {
  const buffer = at.createBuffer(1, at.sampleRate * 0.32, at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) {
    const beat = (i / at.sampleRate) % 0.07;
    data[i] = (Math.random() * 2 - 1) * Math.exp(-beat * 120) * (1 - i / data.length) * 0.3;
  }
  return buffer;
}

function rattle(at: AudioContext): void {
  const [source, filter] = [at.createBufferSource(), at.createBiquadFilter()];
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  source.buffer = dice ??= shaken(at);
  source.connect(filter).connect(master!);
  source.start();
}

const cues: Record<Cue, (at: AudioContext) => void> = {
  turn: (at) => [523, 659, 784].forEach((f, i) => tone(at, f, i * 0.09, 0.22, "triangle")),
  offer: (at) => [660, 880].forEach((f, i) => tone(at, f, i * 0.12, 0.18, "sine")),
  robbed: (at) => tone(at, 300, 0, 0.4, "sawtooth", 0.07, 0.4),
  dice: rattle,
  build: (at) => [190, 150].forEach((f, i) => tone(at, f, i * 0.07, 0.1, "square", 0.05)),
  gain: (at) => tone(at, 988, 0, 0.12, "sine", 0.06, 1.3),
  win: (at) => [523, 659, 784, 1047, 784, 1047].forEach((f, i) => tone(at, f, i * 0.13, 0.3, "triangle")),
  chat: (at) => tone(at, 740, 0, 0.09, "sine", 0.06),
  refused: (at) => tone(at, 160, 0, 0.16, "square", 0.05, 0.8),
};

let due: Cue[] = [];

/** A moment later, so that what is seen does not wait for what is heard; several at once in one go. */
export function play(cue: Cue): void {
  if (due.push(cue) > 1) return;
  setTimeout(() => {
    const [at, now] = [audio(), new Set(due)];
    due = [];
    if (at) for (const each of now) cues[each](at);
  });
}
