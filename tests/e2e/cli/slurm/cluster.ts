import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a SLURM cluster of one node in a folder, with this user and without authentication. */
export async function startCluster(folder: string) {
  const [host] = hostname().split('.');
  const { username } = userInfo();
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
  const config = join(folder, 'slurm.conf');
  writeFileSync(
    config,
    `ClusterName=tryout
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=${username}
SlurmdUser=${username}
AuthType=auth/none
CredType=cred/none
SlurmctldPort=${await freePort()}
SlurmdPort=${await freePort()}
StateSaveLocation=${join(folder, 'state')}
SlurmdSpoolDir=${join(folder, 'spool')}
SlurmctldPidFile=${join(folder, 'slurmctld.pid')}
SlurmdPidFile=${join(folder, 'slurmd.pid')}
SlurmctldLogFile=${join(folder, 'slurmctld.log')}
SlurmdLogFile=${join(folder, 'slurmd.log')}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=${host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`,
  );
  const environment = { ...process.env, SLURM_CONF: config };
  const start = (name: string) => spawn(name, ['-D'], { env: environment, stdio: 'ignore' });
  const daemons: ChildProcess[] = [start('slurmctld'), start('slurmd')];
  // The controller answers, and the node is registered.
  for (let state = ''; !state.startsWith('idle');)
    ({ stdout: state } = await run('sinfo', ['-h', '-o', '%t'], { env: environment }).catch(() => ({
      stdout: '',
    })));
  return {
    config,
    async stop(): Promise<void> {
      const ended = daemons.map((daemon) => daemon.exitCode === null && once(daemon, 'exit'));
      for (const daemon of daemons) daemon.kill();
      await Promise.all(ended);
    },
  };
}
