// Sounds, synthesised when they are played: on once the reader has moved, unless the settings say otherwise.

import { root } from "./dom.js";

// Tones as pitch in hertz and length in seconds.
const TUNES = {
  yours: [[440, 0.07], [660, 0.09]],
  won: [[392, 0.12], [494, 0.12], [587, 0.12], [784, 0.28]],
  lost: [[392, 0.16], [330, 0.22]],
  over: [[392, 0.12], [523, 0.2]],
  spell: [[147, 0.1], [110, 0.3]], // a muted gong
  safe: [[1318, 0.05], [1976, 0.12]], // a tap on glass
  tick: [[880, 0.03]],
};

// Noise as length in seconds, the pitches between which it moves, and how many times it is heard.
const NOISES = {
  gain: [0.06, 1400, 1400, 1], // a card on wood
  plain: [0.06, 1400, 1400, 1],
  draw: [0.16, 2400, 900, 1], // paper slides
  strike: [0.08, 700, 300, 2], // two knocks
};
const VOLUME = 0.12;
let audio = null;
let moved = false;

document.addEventListener("submit", ({ target }) => (moved ||= target.id === "play"), true);

/** Play a sound, after some seconds: one of the tunes or noises. */
export function sound(name, after = 0) {
  const on = root.dataset.sound === "on" || (moved && root.dataset.sound !== "off");
  if (!on || !window.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {}); // as after a call on a phone
  const at = audio.currentTime + after;
  if (TUNES[name]) playTune(TUNES[name], at);
  else if (NOISES[name]) playNoise(...NOISES[name], at);
}

function playTune(tones, at) {
  for (const [pitch, length] of tones) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    tone.connect(fading(at, length + 0.12));
    tone.start(at);
    tone.stop(at + length + 0.14);
    at += length;
  }
}

function playNoise(length, from, to, times, at) {
  const samples = Math.floor(audio.sampleRate * length);
  const noise = new AudioBuffer({ length: samples, sampleRate: audio.sampleRate });
  noise.getChannelData(0).forEach((_, place, data) => (data[place] = Math.random() * 2 - 1));
  for (let time = at; time < at + times * length; time += length) {
    const source = new AudioBufferSourceNode(audio, { buffer: noise });
    const dull = new BiquadFilterNode(audio, { type: "lowpass", frequency: from });
    dull.frequency.linearRampToValueAtTime(to, time + length);
    source.connect(dull).connect(fading(time, length));
    source.start(time);
  }
}

function fading(at, seconds) {
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(VOLUME, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  volume.connect(audio.destination);
  return volume;
}
