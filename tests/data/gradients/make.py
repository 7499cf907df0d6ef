"""Gradients of two built-in models by PyTorch in double precision, for the test `gradient`: python3 make.py

The forward passes are written out here and share nothing with the program. Names are those of a trace file with
.grad behind; `measure` is row, token, minus (-1 = none, then m = log p(token)).
"""
import json, math, os, struct
import numpy as np, torch
torch.set_default_dtype(torch.float64); torch.set_num_threads(1)
R=os.path.join(os.path.dirname(os.path.abspath(__file__)),'../../../resources/models/')
def load(p):
    b=open(p,'rb').read(); n=struct.unpack('<Q',b[:8])[0]; h=json.loads(b[8:8+n]); out={}
    for k,v in h.items():
        if k=='__metadata__': continue
        d={'F16':np.float16,'F32':np.float32,'I64':np.int64}[v['dtype']]
        a=np.frombuffer(b[8+n+v['data_offsets'][0]:8+n+v['data_offsets'][1]],d).reshape(v['shape'])
        out[k]=torch.tensor(a.astype(np.float64))
    return out
def save(p,t,meta):
    h={'__metadata__':meta}; body=b''
    for k,v in t.items():
        a=np.ascontiguousarray(v); 
        h[k]={'dtype':{'float32':'F32','int64':'I64'}[str(a.dtype)],'shape':list(a.shape),'data_offsets':[len(body),len(body)+a.nbytes]}
        body+=a.tobytes()
    j=json.dumps(h).encode(); j+=b' '*(-len(j)%8)
    open(p,'wb').write(struct.pack('<Q',len(j))+j+body)
kept={}
def keep(name,x):
    x.requires_grad_(True) if x.is_leaf else x.retain_grad(); kept[name]=x; return x
def ln(x,w,b): return torch.nn.functional.layer_norm(x,(x.shape[-1],),w,b,1e-5)
def attend(name,q,k,v,H,mask):
    n,d=q.shape; m=k.shape[0]
    q=keep(name+'.q',q.view(n,H,-1).transpose(0,1)); k=keep(name+'.k',k.view(m,H,-1).transpose(0,1)); v=keep(name+'.v',v.view(m,H,-1).transpose(0,1))
    s=keep(name+'.scores',q@k.transpose(1,2)/math.sqrt(q.shape[-1]))
    if mask is not None: s=s.masked_fill(mask,float('-inf'))
    w=keep(name+'.weights',torch.softmax(s,-1))
    z=keep(name+'.head_output',w@v)
    return z.transpose(0,1).reshape(n,-1)
def gpt(ids):
    W={k.replace('transformer.',''):v for k,v in load(R+'en-gpt/model.safetensors').items()}
    n=len(ids)
    x=keep('decoder.embeddings',W['wte.weight'][ids].clone())+W['wpe.weight'][:n]
    mask=torch.triu(torch.ones(n,n,dtype=torch.bool),1)
    for l in range(4):
        p=f'h.{l}.'
        x=keep(f'decoder.residual.{l}',x)
        h=ln(x,W[p+'ln_1.weight'],W[p+'ln_1.bias'])@W[p+'attn.c_attn.weight']+W[p+'attn.c_attn.bias']
        q,k,v=h.split(192,-1)
        x=keep(f'decoder.sum.{l}',x+attend(f'decoder.{l}.self',q,k,v,4,mask)@W[p+'attn.c_proj.weight']+W[p+'attn.c_proj.bias'])
        h=ln(x,W[p+'ln_2.weight'],W[p+'ln_2.bias'])@W[p+'mlp.c_fc.weight']+W[p+'mlp.c_fc.bias']
        h=0.5*h*(1+torch.tanh(math.sqrt(2/math.pi)*(h+0.044715*h**3)))
        x=x+h@W[p+'mlp.c_proj.weight']+W[p+'mlp.c_proj.bias']
    x=keep('decoder.residual.4',x)
    return ln(x,W['ln_f.weight'],W['ln_f.bias'])@W['wte.weight'].T
def fr(src,tgt):
    W={k.replace('model.',''):v for k,v in load(R+'en-fr/model.safetensors').items()}
    E=W['shared.weight']
    def pe(n,d=192):
        t=torch.zeros(n,d)
        for p in range(n):
            for i in range(d):
                a=p/10000**((i//2*2)/d); t[p,i]=math.sin(a) if i%2==0 else math.cos(a)
        return t
    def lin(x,p): return x@W[p+'.weight'].T+W[p+'.bias']
    def stack(name,ids,memory):
        x=keep(name+'.embeddings',(E[ids]*math.sqrt(192)).clone())+pe(len(ids))
        n=len(ids); mask=torch.triu(torch.ones(n,n,dtype=torch.bool),1) if memory is not None else None
        for l in range(3):
            p=f'{name}.layers.{l}.'
            x=keep(f'{name}.residual.{l}',x)
            a=attend(f'{name}.{l}.self',lin(x,p+'self_attn.q_proj'),lin(x,p+'self_attn.k_proj'),lin(x,p+'self_attn.v_proj'),4,mask)
            x=ln(x+lin(a,p+'self_attn.out_proj'),W[p+'self_attn_layer_norm.weight'],W[p+'self_attn_layer_norm.bias'])
            if memory is not None:
                a=attend(f'{name}.{l}.cross',lin(x,p+'encoder_attn.q_proj'),lin(memory,p+'encoder_attn.k_proj'),lin(memory,p+'encoder_attn.v_proj'),4,None)
                x=ln(x+lin(a,p+'encoder_attn.out_proj'),W[p+'encoder_attn_layer_norm.weight'],W[p+'encoder_attn_layer_norm.bias'])
            x=ln(x+lin(torch.relu(lin(x,p+'fc1')),p+'fc2'),W[p+'final_layer_norm.weight'],W[p+'final_layer_norm.bias'])
        return keep(f'{name}.residual.3',x)
    mem=stack('encoder',src,None)
    return stack('decoder',tgt,mem)@E.T
def run(name,logits,row,token,minus,ids):
    lp=torch.log_softmax(logits[row],-1)[token] if minus is None else logits[row][token]-logits[row][minus]
    lp.backward()
    t={k:np.array(v,dtype=np.int64) for k,v in ids.items()}
    t['value']=np.array([lp.item()],dtype=np.float32)
    t['measure']=np.array([row,token,-1 if minus is None else minus],dtype=np.int64)
    for k,v in kept.items():
        layer=k.split('.')[1]
        if k.endswith(('.scores','.k')) or '.sum.' in k or (layer!='1' and k.endswith(('.q','.v','.head_output'))): continue
        t[k+'.grad']=v.grad.numpy().astype(np.float32)
    save(os.path.join(os.path.dirname(os.path.abspath(__file__)),f'{name}.safetensors'),t,{'made':'PyTorch '+torch.__version__+', float64'})
    print(name,lp.item(),{k:float(abs(v).max()) for k,v in t.items() if 'weights' in k})
ids=[int(i) for i in np.random.default_rng(5).integers(10,3000,6)]
kept.clear(); run('en-gpt',gpt(ids),5,ids[2],None,{'input_ids':ids})
src=[int(i) for i in np.random.default_rng(6).integers(10,3000,5)]+[1]; tgt=[0]+[int(i) for i in np.random.default_rng(7).integers(10,3000,4)]
kept.clear(); run('en-fr',fr(src,tgt),3,tgt[4],17,{'input_ids':src,'target_ids':tgt})
